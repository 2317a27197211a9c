import { ActionIcon, Input } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type ClipboardEventHandler, type KeyboardEventHandler, useId } from 'react'
import { useT } from '../../../i18n/useT.ts'
import styles from './PollForm.module.css'
import type { AnswerRow, OptionProblem } from './pollFields.ts'

type AnswerFieldProps = {
  row: AnswerRow
  /** `Answer 2`. */
  label: string
  /** What it says, for the names of its buttons. */
  name: string
  problem: OptionProblem | undefined
  isFirst: boolean
  isLast: boolean
  /** A poll has no fewer. */
  isNeeded: boolean
  onChange: (text: string) => void
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
  onPaste: ClipboardEventHandler<HTMLInputElement>
  move: (by: 1 | -1) => void
  remove: () => void
}

/** One answer of a new poll. */
export function AnswerField(props: AnswerFieldProps) {
  const { row, label, name, problem, isFirst, isLast, isNeeded, onChange, onKeyDown, onPaste, move, remove } =
    props
  const t = useT('polls')
  const id = useId()
  return (
    <li className={styles.answer}>
      <Input
        error={problem !== undefined}
        attributes={{ input: { dir: 'auto', 'aria-describedby': problem ? id : undefined } }}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        data-answer={row.key}
        value={row.text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t('form.up', { option: name })}
        aria-disabled={isFirst}
        aria-keyshortcuts="Alt+ArrowUp"
        onClick={() => !isFirst && move(-1)}
      >
        <IconArrowUp aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t('form.down', { option: name })}
        aria-disabled={isLast}
        aria-keyshortcuts="Alt+ArrowDown"
        onClick={() => !isLast && move(1)}
      >
        <IconArrowDown aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t('form.remove', { option: name })}
        aria-disabled={isNeeded}
        onClick={() => !isNeeded && remove()}
      >
        <IconX aria-hidden />
      </ActionIcon>
      {problem && (
        <Input.Error id={id} className={styles.problem} role="alert">
          {typeof problem === 'object' ? t('form.errors.tooLong', problem) : t(`form.errors.${problem}`)}
        </Input.Error>
      )}
    </li>
  )
}
