import { ActionIcon, Button, Input, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type ClipboardEventHandler,
  type KeyboardEvent,
  type KeyboardEventHandler,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import styles from './PollForm.module.css'
import {
  type AnswerRow,
  fewestOptions,
  mostOptions,
  movedRow,
  type OptionProblem,
  pastedRows,
  withoutRow,
  withRowAfter,
} from './pollFields.ts'

type AnswersProps = {
  rows: readonly AnswerRow[]
  change: (rows: readonly AnswerRow[]) => void
  problems: ReadonlyMap<number, OptionProblem> | undefined
  /** Key of the answer that is to have the focus. */
  focusTo: number | undefined
  setFocusTo: (key: number | undefined) => void
}

/** The answers of a new poll: written one after another, moved and removed by keys or buttons, or pasted as lines. */
export function Answers({ rows, change, problems, focusTo, setFocusTo }: AnswersProps) {
  const t = useT('polls')
  const format = useFormat()
  const [said, say] = useState('')
  const [left, setLeft] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (focusTo === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-answer="${focusTo}"]`)?.focus()
    setFocusTo(undefined)
  }, [focusTo, setFocusTo])

  const numbered = (index: number) => t('form.option', { number: format.number(index + 1) })
  const nameOf = (index: number) => rows[index]?.text.trim() || numbered(index)
  const add = (index: number) => {
    const next = withRowAfter(rows, index)
    if (next === rows) return
    change(next)
    setFocusTo(next[index + 1]?.key)
    say(t('form.added', { number: format.number(index + 2) }))
  }
  const remove = (index: number) => {
    const next = withoutRow(rows, index)
    change(next)
    setLeft(0)
    setFocusTo(next[Math.max(0, Math.min(index, next.length) - 1)]?.key)
    say(t('form.removed', { option: nameOf(index) }))
  }
  const move = (index: number, by: 1 | -1, keepsFocus: boolean) => {
    const next = movedRow(rows, index, by)
    if (next === rows) return
    change(next)
    if (keepsFocus) setFocusTo(rows[index]?.key)
    say(t('form.moved', { option: nameOf(index), number: format.number(index + by + 1) }))
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey || shiftKey) return
    const isEmpty = event.currentTarget.value === ''
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) move(index, key === 'ArrowUp' ? -1 : 1, true)
    else if (altKey) return
    else if (key === 'Enter' && index < rows.length - 1) setFocusTo(rows[index + 1]?.key)
    else if (key === 'Enter') {
      if (!isEmpty && !event.repeat) add(index)
    } else if (key === 'Backspace' && isEmpty && rows.length > fewestOptions && !event.repeat) remove(index)
    else return
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const start = selectionStart ?? value.length
    const pasted = pastedRows(rows, index, {
      before: value.slice(0, start),
      text: event.clipboardData.getData('text/plain'),
      after: value.slice(selectionEnd ?? start),
    })
    if (!pasted) return
    event.preventDefault()
    change(pasted.rows)
    setLeft(pasted.left)
    setFocusTo(pasted.rows[pasted.last]?.key)
  }
  const isFull = rows.length >= mostOptions
  const most = format.number(mostOptions)
  const note = left > 0 ? t('form.left', { count: left, most }) : isFull && t('form.full', { most })
  return (
    <fieldset className={styles.answers}>
      <legend className={styles.legend}>{t('form.options')}</legend>
      <ol className={styles.list} ref={list}>
        {rows.map((row, index) => (
          <AnswerField
            key={row.key}
            row={row}
            label={numbered(index)}
            name={nameOf(index)}
            problem={problems?.get(index)}
            isFirst={index === 0}
            isLast={index === rows.length - 1}
            isNeeded={rows.length <= fewestOptions}
            onChange={text => change(rows.with(index, { ...row, text }))}
            onKeyDown={event => keys(event, index)}
            onPaste={event => paste(event, index)}
            move={by => move(index, by, false)}
            remove={() => remove(index)}
          />
        ))}
      </ol>
      {note ? (
        <Input.Description role="status">{note}</Input.Description>
      ) : (
        <>
          <Button
            variant="subtle"
            size="sm"
            className={styles.add}
            onClick={() => add(rows.length - 1)}
            leftSection={<IconPlus aria-hidden />}
          >
            {t('form.add')}
          </Button>
          <Input.Description className={styles.keys}>{t('form.hint')}</Input.Description>
        </>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  )
}

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
