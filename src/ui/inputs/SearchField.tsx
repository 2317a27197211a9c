import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { isComposing } from '../focus/isComposing.ts'

type SearchFieldProps = {
  label: string
  onText: (text: string) => void
  onEnter?: () => void
  /**
   * Called on Escape in an empty field. In a field with text, Escape clears the text. Without it, the field does not
   * handle Escape.
   */
  onLeave?: (field: HTMLInputElement) => void
} & Omit<TextInputProps, 'type' | 'onChange' | 'onKeyDown'>

/** Search input. Fills the width of its container. */
export function SearchField({ label, onText, onEnter, onLeave, ...input }: SearchFieldProps) {
  return (
    <TextInput
      miw={0}
      leftSection={<IconSearch aria-hidden />}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      onChange={({ currentTarget }) => onText(currentTarget.value)}
      onKeyDown={event => {
        const { key, currentTarget } = event
        if (isComposing(event)) return
        if (key === 'Enter') onEnter?.()
        if (key !== 'Escape' || !onLeave) return
        // Escape must not also close the dialog or menu that contains the field.
        event.preventDefault()
        event.stopPropagation()
        if (currentTarget.value === '') onLeave(currentTarget)
        else onText('')
      }}
      {...input}
    />
  )
}
