import { type ElementProps, Input, type InputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useT } from '../../i18n/useT.ts'
import styles from './Overlays.module.css'

type SearchInputProps = { text: string; onTextChange: (text: string) => void } & InputProps &
  ElementProps<'input', keyof InputProps>

export function SearchInput({ text, onTextChange, ...props }: SearchInputProps) {
  const t = useT('shell')
  return (
    <div className={styles.search}>
      <Input
        variant="unstyled"
        leftSection={<IconSearch aria-hidden />}
        aria-label={t('find')}
        autoComplete="off"
        spellCheck={false}
        // Focus on mount instead of when the dialog opens, because the user may already be typing.
        ref={focusAtEnd}
        value={text}
        onChange={event => onTextChange(event.target.value)}
        {...props}
      />
    </div>
  )
}

const focusAtEnd = (field: HTMLInputElement | null) => {
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
