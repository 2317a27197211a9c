import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isFocusLost } from '../focus/isFocusLost.ts'
import styles from './UndoLines.module.css'

export type UndoLine = {
  id: number
  stage: 'waiting' | 'sending' | 'failed'
  /** Default: a bin. */
  icon?: typeof IconTrash
  text: ReactNode
  /** `ariaLabel`: for screen readers, if `label` is clear only within its line. */
  actions: readonly { label: string; ariaLabel?: string; run: () => void }[]
}

type UndoLinesProps = {
  lines: readonly UndoLine[]
  label: string
  /** Announced while an action can be undone. */
  announcement: string
  /** In ms. A bar shows the remaining time. */
  durationMs: number
  /** Called if the focused line disappears. */
  onFocusLost: (() => void) | undefined
}

/** Deletions and other changes that can be undone, are being sent, or have failed. Rendered below the list of the items. */
export function UndoLines({ lines, label, announcement, durationMs, onFocusLost }: UndoLinesProps) {
  const listRef = useRef<HTMLUListElement>(null)
  useFocusInLine(listRef, lines.length, onFocusLost)
  const waiting = lines.filter(({ stage }) => stage === 'waiting').map(({ id }) => id)
  const newest = Math.max(0, ...waiting)
  const [latest, setLatest] = useState(newest)
  // Only increases, so that undoing the newest action does not announce older ones again.
  if (newest > latest) setLatest(newest)
  return (
    <>
      <VisuallyHidden role="status">
        {/* A new element for each action: screen readers do not repeat unchanged text. */}
        {waiting.length > 0 && <span key={latest}>{announcement}</span>}
      </VisuallyHidden>
      {lines.length > 0 && (
        <ul ref={listRef} className={styles.lines} aria-label={label}>
          {lines.map(line => (
            <Line key={line.id} line={line} durationMs={durationMs} />
          ))}
        </ul>
      )}
    </>
  )
}

function Line({
  line: { stage, icon = IconTrash, text, actions },
  durationMs,
}: {
  line: UndoLine
  durationMs: number
}) {
  const failed = stage === 'failed'
  const Icon = failed ? IconAlertTriangle : icon
  return (
    <li className={styles.line} data-failed={failed || undefined}>
      <Icon aria-hidden />
      <span className={styles.text} role={failed ? 'alert' : undefined}>
        {text}
      </span>
      {actions.map(({ label, ariaLabel, run }, index) => (
        <Button
          // By its place: where Undo becomes Stop, the focus stays.
          // biome-ignore lint/suspicious/noArrayIndexKey: that is what makes it the same button.
          key={index}
          variant={failed && index === 0 ? 'default' : 'subtle'}
          size="sm"
          {...(stage === 'waiting' && { className: styles.undo ?? '' })}
          aria-label={ariaLabel}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {stage === 'waiting' && (
        <i className={styles.remaining} style={{ animationDuration: `${durationMs}ms` }} aria-hidden />
      )}
    </li>
  )
}

/** Restores a lost focus: to the newest line if one was added, otherwise by `onFocusLost`. */
function useFocusInLine(
  listRef: RefObject<HTMLElement | null>,
  count: number,
  onFocusLost: (() => void) | undefined,
) {
  const previousCount = useRef(count)
  useEffect(() => {
    const isLost = isFocusLost()
    if (isLost && count > previousCount.current)
      [...(listRef.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    if (isLost && count < previousCount.current) onFocusLost?.()
    previousCount.current = count
  }, [listRef, count, onFocusLost])
}
