import { Button, Input, Text } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { leaveOnEscape } from '../../../ui/focus/leaveOnEscape.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { giveFullPoints, isFullyMarked, isMarked, type Mark, parseMark } from './marks.ts'
import styles from './Scheme.module.css'
import { getTask } from './schemeLines.ts'

/** A longer name of a task has no room in its button. */
const maxTaskLength = 3

type SchemeFieldsProps = {
  marks: readonly Mark[]
  /** Whether to show errors before a field loses the focus. */
  showsErrorsAtOnce: boolean
  onChange: (marks: readonly Mark[]) => void
  /** Called on Enter in the last line. */
  onLeaveEnd: () => void
}

/** Table with the points of one pupil, one line of the scheme per row. */
export function SchemeFields({ marks, showsErrorsAtOnce, onChange, onLeaveEnd }: SchemeFieldsProps) {
  const t = useT('scheme')
  const language = useLocale()
  const fields = useRef(new Map<string, HTMLInputElement>())
  const [focusedLabel, setFocusedLabel] = useState<string>()
  const toggleFullPoints = useFullPoints(marks, onChange)
  const lines = marks.filter(({ isRemoved }) => !isRemoved)
  const focusLine = (line: Mark | undefined) => {
    const field = line && fields.current.get(line.label)
    field?.focus()
    field?.select()
  }
  useShortcuts([
    {
      key: 's',
      description: t('keys.focus'),
      run: () => focusLine(lines.find(line => !isMarked(line)) ?? lines[0]),
    },
  ])

  const setPoints = (label: string, points: string) =>
    onChange(marks.map(mark => (mark.label === label ? { ...mark, points } : mark)))

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    leaveOnEscape(event)
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || isComposing(event) || ctrlKey || metaKey || altKey) return
    const isUp = key === 'ArrowUp' || (key === 'Enter' && shiftKey)
    if (isUp || key === 'ArrowDown' || key === 'Enter') {
      const next = lines[index + (isUp ? -1 : 1)]
      if (next) focusLine(next)
      else if (key === 'Enter' && !shiftKey) onLeaveEnd()
    } else if (key === 'a' || key === 'A' || key === '*') {
      toggleFullPoints(getTask(lines[index]?.label ?? ''))
    } else return
    event.preventDefault()
  }

  const isInvalid = ({ label, points }: Mark) =>
    parseMark(points) === undefined && (showsErrorsAtOnce || label !== focusedLabel)
  const aboveMaximum = lines.filter(({ points, max }) => (parseMark(points) ?? 0) > max)
  return (
    <>
      <table className={styles.table} aria-label={t('table')}>
        <tbody>
          {lines.map((line, index) => {
            const { label, max, points } = line
            const task = getTask(label)
            const isFirstOfTask = index === 0 || getTask(lines[index - 1]?.label ?? '') !== task
            return (
              <tr key={label}>
                <th scope="row">
                  <bdi translate="no">{sanitizeName(label)}</bdi>
                </th>
                <td>
                  <Input
                    ref={field => {
                      if (!field) return
                      fields.current.set(label, field)
                      return () => {
                        fields.current.delete(label)
                      }
                    }}
                    size="sm"
                    error={isInvalid(line)}
                    aria-label={t('field', { label: sanitizeName(label), max: formatPoints(max, language) })}
                    aria-keyshortcuts={index === 0 ? 's' : undefined}
                    inputMode="decimal"
                    enterKeyHint="next"
                    autoComplete="off"
                    value={points}
                    onChange={event => setPoints(label, event.currentTarget.value)}
                    onFocus={() => setFocusedLabel(label)}
                    onBlur={() => setFocusedLabel(undefined)}
                    onKeyDown={event => handleKeyDown(event, index)}
                  />
                </td>
                <td className={styles.max}>{t('of', { max: formatPoints(max, language) })}</td>
                <td>
                  {isFirstOfTask && (
                    // Not a tab stop, because Tab leads to the next line. The key a does the same.
                    <Button
                      variant="subtle"
                      size="sm"
                      px={4}
                      tabIndex={-1}
                      aria-label={t('fullTask', { task: sanitizeName(task) })}
                      title={t('fullTaskTitle', { task: sanitizeName(task) })}
                      onClick={() => toggleFullPoints(task)}
                    >
                      {task.length > maxTaskLength
                        ? t('fullTaskShort')
                        : t('fullTask', { task: sanitizeName(task) })}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {marks.filter(isInvalid).map(({ label }) => (
        <Input.Error key={label} role="alert">
          {t('invalid', { label: sanitizeName(label) })}
        </Input.Error>
      ))}
      {aboveMaximum.map(({ label, max }) => (
        <Input.Description key={label} role="status">
          {t('aboveLine', { label: sanitizeName(label), max: formatPoints(max, language) })}
        </Input.Description>
      ))}
      <RemovedLines marks={marks} onChange={onChange} />
    </>
  )
}

/** Returns a function that gives full points for a task. A second call restores the points that it replaced. */
function useFullPoints(marks: readonly Mark[], onChange: (marks: readonly Mark[]) => void) {
  const language = useLocale()
  const replaced = useRef(new Map<string, readonly Mark[]>())
  return (task: string) => {
    const previous = replaced.current.get(task)
    if (previous && isFilled(marks, task)) {
      const points = new Map(previous.map(mark => [mark.label, mark.points]))
      replaced.current.delete(task)
      onChange(marks.map(mark => ({ ...mark, points: points.get(mark.label) ?? mark.points })))
    } else {
      replaced.current.set(
        task,
        marks.filter(({ label, isRemoved }) => !isRemoved && getTask(label) === task),
      )
      onChange(giveFullPoints(marks, task, language))
    }
  }
}

/** Whether a task has full points, apart from texts that were typed into them. */
const isFilled = (marks: readonly Mark[], task: string) =>
  isFullyMarked(
    marks.filter(({ points }) => parseMark(points) !== undefined),
    task,
  )

/** The points of lines that were removed from the scheme. They stay until the teacher removes them. */
function RemovedLines({ marks, onChange }: Pick<SchemeFieldsProps, 'marks' | 'onChange'>) {
  const t = useT('scheme')
  const language = useLocale()
  const removed = marks.filter(({ isRemoved }) => isRemoved)
  if (removed.length === 0) return null
  return (
    <section className={styles.removed} aria-label={t('removed')}>
      <Text size="sm" fw={500}>
        {t('removed')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('removedLead')}
      </Text>
      <ul>
        {removed.map(({ label, max, points }) => (
          <li key={label}>
            <span>
              <bdi translate="no">{sanitizeName(label)}</bdi>
              {`: ${points} ${t('of', { max: formatPoints(max, language) })}`}
            </span>
            <Button
              variant="subtle"
              size="sm"
              onClick={() => onChange(marks.filter(mark => mark.label !== label))}
            >
              {t('remove', { label: sanitizeName(label) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
