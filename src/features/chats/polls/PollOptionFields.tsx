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
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { findRow } from '../../../ui/list/rows.ts'
import {
  insertPastedRows,
  insertRowAfter,
  maxOptions,
  minOptions,
  moveRow,
  type OptionProblem,
  type OptionRow,
  removeRow,
} from './pollFields.ts'

type PollOptionFieldsProps = {
  rows: readonly OptionRow[]
  onChange: (rows: readonly OptionRow[]) => void
  problems: ReadonlyMap<number, OptionProblem> | undefined
  focusKey: number | undefined
  setFocusKey: (key: number | undefined) => void
}

export function PollOptionFields({ rows, onChange, problems, focusKey, setFocusKey }: PollOptionFieldsProps) {
  const t = useT('polls')
  const format = useFormat()
  const [announcement, setAnnouncement] = useState('')
  const [droppedCount, setDroppedCount] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (focusKey === undefined) return
    findRow(list.current, 'data-answer', focusKey)?.focus()
    setFocusKey(undefined)
  }, [focusKey, setFocusKey])

  const getOptionLabel = (index: number) => t('form.option', { number: format.number(index + 1) })
  const getOptionName = (index: number) => rows[index]?.text.trim() || getOptionLabel(index)
  const add = (index: number) => {
    const next = insertRowAfter(rows, index)
    if (next === rows) return
    onChange(next)
    setFocusKey(next[index + 1]?.key)
    setAnnouncement(t('form.added', { number: format.number(index + 2) }))
  }
  const remove = (index: number) => {
    const next = removeRow(rows, index)
    onChange(next)
    setDroppedCount(0)
    setFocusKey(next[Math.max(0, Math.min(index, next.length) - 1)]?.key)
    setAnnouncement(t('form.removed', { option: getOptionName(index) }))
  }
  const move = (index: number, offset: 1 | -1, shouldKeepFocus: boolean) => {
    const next = moveRow(rows, index, offset)
    if (next === rows) return
    onChange(next)
    if (shouldKeepFocus) setFocusKey(rows[index]?.key)
    setAnnouncement(
      t('form.moved', { option: getOptionName(index), number: format.number(index + offset + 1) }),
    )
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (isComposing(event) || ctrlKey || metaKey || shiftKey) return
    const isEmpty = event.currentTarget.value === ''
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) move(index, key === 'ArrowUp' ? -1 : 1, true)
    else if (altKey) return
    else if (key === 'Enter' && index < rows.length - 1) setFocusKey(rows[index + 1]?.key)
    else if (key === 'Enter') {
      if (!isEmpty && !event.repeat) add(index)
    } else if (key === 'Backspace' && isEmpty && rows.length > minOptions && !event.repeat) remove(index)
    else return
    event.preventDefault()
  }
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const start = selectionStart ?? value.length
    const pasted = insertPastedRows(rows, index, {
      before: value.slice(0, start),
      text: event.clipboardData.getData('text/plain'),
      after: value.slice(selectionEnd ?? start),
    })
    if (!pasted) return
    event.preventDefault()
    onChange(pasted.rows)
    setDroppedCount(pasted.droppedCount)
    setFocusKey(pasted.rows[pasted.last]?.key)
  }
  const isFull = rows.length >= maxOptions
  const maxOptionsText = format.number(maxOptions)
  const note =
    droppedCount > 0
      ? t('form.left', { count: droppedCount, most: maxOptionsText })
      : isFull && t('form.full', { most: maxOptionsText })
  return (
    <Stack component="fieldset" gap="sm" miw={0}>
      <Text component="legend" size="sm" fw={500} mb="xs">
        {t('form.options')}
      </Text>
      <Stack component="ol" gap="sm" ref={list}>
        {rows.map((row, index) => {
          const problem = problems?.get(index)
          const option = getOptionName(index)
          return (
            <li key={row.key}>
              <Group gap={2} wrap="nowrap">
                <Input
                  flex={1}
                  error={problem !== undefined}
                  attributes={{ input: { dir: 'auto', 'aria-describedby': problem && `${id}-${row.key}` } }}
                  aria-label={getOptionLabel(index)}
                  placeholder={getOptionLabel(index)}
                  autoComplete="off"
                  data-answer={row.key}
                  value={row.text}
                  onChange={({ currentTarget }) =>
                    onChange(rows.with(index, { ...row, text: currentTarget.value }))
                  }
                  onKeyDown={event => handleKeyDown(event, index)}
                  onPaste={event => handlePaste(event, index)}
                />
                <OptionAction
                  label={t('form.up', { option })}
                  icon={<IconArrowUp aria-hidden />}
                  keys="Alt+ArrowUp"
                  disabledReason={index === 0 && t('form.isFirst')}
                  run={() => move(index, -1, false)}
                />
                <OptionAction
                  label={t('form.down', { option })}
                  icon={<IconArrowDown aria-hidden />}
                  keys="Alt+ArrowDown"
                  disabledReason={index === rows.length - 1 && t('form.isLast')}
                  run={() => move(index, 1, false)}
                />
                <OptionAction
                  label={t('form.remove', { option })}
                  icon={<IconX aria-hidden />}
                  disabledReason={rows.length <= minOptions && t('form.tooFew')}
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
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  )
}

type OptionActionProps = {
  label: string
  icon: ReactNode
  keys?: string
  disabledReason: string | false
  run: () => void
}

const OptionAction = ({ label, icon, keys, disabledReason, run }: OptionActionProps) => (
  <WhyDisabled reason={disabledReason}>
    <ActionIcon
      variant="subtle"
      size="sm"
      c="dimmed"
      aria-label={label}
      aria-keyshortcuts={keys}
      onClick={run}
    >
      {icon}
    </ActionIcon>
  </WhyDisabled>
)
