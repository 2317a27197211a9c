import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { isComposing } from '../focus/isComposing.ts'

type SearchFieldProps = {
  label: string
  onTextChange: (text: string) => void
  onEnter?: () => void
  onArrowDown?: () => void
  /** Called on Escape in an empty field. Otherwise Escape clears the text. If undefined, Escape is not handled. */
  onEscape?: (field: HTMLInputElement) => void
} & Omit<TextInputProps, 'type' | 'onChange' | 'onKeyDown'>

export function SearchField({
  label,
  onTextChange,
  onEnter,
  onArrowDown,
  onEscape,
  ...input
}: SearchFieldProps) {
  return (
    <TextInput
      miw={0}
      leftSection={<IconSearch aria-hidden />}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      onChange={({ currentTarget }) => onTextChange(currentTarget.value)}
      onKeyDown={event => {
        const { key, currentTarget } = event
        if (isComposing(event)) return
        if (key === 'Enter') onEnter?.()
        if (key === 'ArrowDown' && onArrowDown && !event.altKey && !event.ctrlKey && !event.metaKey) {
          event.preventDefault()
          onArrowDown()
        }
        if (key !== 'Escape' || !onEscape) return
        // Must not also close the dialog or menu that contains the field.
        event.preventDefault()
        event.stopPropagation()
        if (currentTarget.value === '') onEscape(currentTarget)
        else onTextChange('')
      }}
      {...input}
    />
  )
}
