import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type ClipboardEventHandler, type KeyboardEventHandler, useId } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import fields from '../../../ui/Field.module.css'
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
      <input
        className={fields.field}
        aria-label={label}
        placeholder={label}
        dir="auto"
        autoComplete="off"
        data-answer={row.key}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        value={row.text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <Button
        look="quiet"
        size="small"
        square
        aria-label={t('form.up', { option: name })}
        aria-disabled={isFirst}
        aria-keyshortcuts="Alt+ArrowUp"
        onClick={() => !isFirst && move(-1)}
      >
        <IconArrowUp aria-hidden />
      </Button>
      <Button
        look="quiet"
        size="small"
        square
        aria-label={t('form.down', { option: name })}
        aria-disabled={isLast}
        aria-keyshortcuts="Alt+ArrowDown"
        onClick={() => !isLast && move(1)}
      >
        <IconArrowDown aria-hidden />
      </Button>
      <Button
        look="quiet"
        size="small"
        square
        aria-label={t('form.remove', { option: name })}
        aria-disabled={isNeeded}
        onClick={() => !isNeeded && remove()}
      >
        <IconX aria-hidden />
      </Button>
      {problem && (
        <p id={id} className={`${fields.error} ${styles.problem}`} role="alert">
          {typeof problem === 'object' ? t('form.errors.tooLong', problem) : t(`form.errors.${problem}`)}
        </p>
      )}
    </li>
  )
}
