import { ActionIcon, Button, Group, Input, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
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
  focusTo: number | undefined
  setFocusTo: (key: number | undefined) => void
}

/**
 * The options of a new poll. They are typed one after another, moved and removed by keys or buttons, or pasted as
 * lines.
 */
export function Answers({ rows, change, problems, focusTo, setFocusTo }: AnswersProps) {
  const t = useT('polls')
  const format = useFormat()
  const [said, say] = useState('')
  const [left, setLeft] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
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
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (isComposing(event) || ctrlKey || metaKey || shiftKey) return
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
    <Stack component="fieldset" gap="sm" miw={0}>
      <Text component="legend" size="sm" fw={500} mb="xs">
        {t('form.options')}
      </Text>
      <Stack component="ol" gap="sm" ref={list}>
        {rows.map((row, index) => {
          const problem = problems?.get(index)
          const option = nameOf(index)
          return (
            <li key={row.key}>
              <Group gap={2} wrap="nowrap">
                <Input
                  flex={1}
                  error={problem !== undefined}
                  attributes={{ input: { dir: 'auto', 'aria-describedby': problem && `${id}-${row.key}` } }}
                  aria-label={numbered(index)}
                  placeholder={numbered(index)}
                  autoComplete="off"
                  data-answer={row.key}
                  value={row.text}
                  onChange={({ currentTarget }) =>
                    change(rows.with(index, { ...row, text: currentTarget.value }))
                  }
                  onKeyDown={event => keys(event, index)}
                  onPaste={event => paste(event, index)}
                />
                <Tool
                  label={t('form.up', { option })}
                  icon={<IconArrowUp aria-hidden />}
                  keys="Alt+ArrowUp"
                  rests={index === 0}
                  run={() => move(index, -1, false)}
                />
                <Tool
                  label={t('form.down', { option })}
                  icon={<IconArrowDown aria-hidden />}
                  keys="Alt+ArrowDown"
                  rests={index === rows.length - 1}
                  run={() => move(index, 1, false)}
                />
                <Tool
                  label={t('form.remove', { option })}
                  icon={<IconX aria-hidden />}
                  rests={rows.length <= fewestOptions}
                  run={() => remove(index)}
                />
              </Group>
              {problem && (
                <Input.Error id={`${id}-${row.key}`} role="alert">
                  {typeof problem === 'object'
                    ? t('form.errors.tooLong', problem)
                    : t(`form.errors.${problem}`)}
                </Input.Error>
              )}
            </li>
          )
        })}
      </Stack>
      {note ? (
        <Input.Description role="status">{note}</Input.Description>
      ) : (
        <>
          <Button
            variant="subtle"
            size="sm"
            ml="calc(var(--space-2) * -1)"
            style={{ alignSelf: 'start' }}
            onClick={() => add(rows.length - 1)}
            leftSection={<IconPlus aria-hidden />}
          >
            {t('form.add')}
          </Button>
          <Input.Description>{t('form.hint')}</Input.Description>
        </>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  )
}

type ToolProps = { label: string; icon: ReactNode; keys?: string; rests: boolean; run: () => void }

/** An action of an option. It can have the focus while it is disabled. */
const Tool = ({ label, icon, keys, rests, run }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    size="sm"
    c={rests ? 'var(--rule-strong)' : 'dimmed'}
    aria-label={label}
    aria-disabled={rests}
    aria-keyshortcuts={keys}
    onClick={() => !rests && run()}
  >
    {icon}
  </ActionIcon>
)
