import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { isComposing } from '../focus/isComposing.ts'

type SearchFieldProps = {
  label: string
  onText: (text: string) => void
  onEnter?: () => void
  /** Escape: the first press empties the field, the next leaves it by this. Without it the key is not the field's. */
  onLeave?: (field: HTMLInputElement) => void
} & Omit<TextInputProps, 'type' | 'onChange' | 'onKeyDown'>

/** A line in which one writes what is looked for. As wide as the place it is in. */
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
        // It closes nothing in which the field lies.
        event.preventDefault()
        event.stopPropagation()
        if (currentTarget.value === '') onLeave(currentTarget)
        else onText('')
      }}
      {...input}
    />
  )
}
