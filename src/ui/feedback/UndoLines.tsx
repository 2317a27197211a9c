import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isFocusLost } from '../focus/isFocusLost.ts'
import styles from './UndoLines.module.css'

/** One thing that was done and can be undone, is under way, or failed: in words, with the ways on. */
export type UndoLine = {
  id: number
  stage: 'waiting' | 'sending' | 'failed'
  text: ReactNode
  /** `said` is what a screen reader hears, which sees no line around the button. */
  actions: readonly { label: string; said?: string; run: () => void }[]
}

type UndoLinesProps = {
  lines: readonly UndoLine[]
  /** Names the list of them. */
  label: string
  /** Said while something can be undone. */
  within: string
  /** How long, ms: a bar shows what is left of it. */
  lasts: number
  /** Takes the focus when the line that had it goes. */
  focusBack: (() => void) | undefined
}

/** What went away and can be brought back for a while; and what did not go. Stands at the foot of the list it is about. */
export function UndoLines({ lines, label, within, lasts, focusBack }: UndoLinesProps) {
  const box = useRef<HTMLUListElement>(null)
  useFocusInLine(box, lines.length, focusBack)
  const waiting = lines.filter(({ stage }) => stage === 'waiting').map(({ id }) => id)
  const newest = Math.max(0, ...waiting)
  const [latest, setLatest] = useState(newest)
  // Ids grow. One that was undone makes no news of those before it.
  if (newest > latest) setLatest(newest)
  return (
    <>
      <VisuallyHidden role="status">
        {/* Of each thing anew: words that stay are not read out again. */}
        {waiting.length > 0 && <span key={latest}>{within}</span>}
      </VisuallyHidden>
      {lines.length > 0 && (
        <ul ref={box} className={styles.lines} aria-label={label}>
          {lines.map(line => (
            <Line key={line.id} line={line} lasts={lasts} />
          ))}
        </ul>
      )}
    </>
  )
}

function Line({ line: { stage, text, actions }, lasts }: { line: UndoLine; lasts: number }) {
  const failed = stage === 'failed'
  const Sign = failed ? IconAlertTriangle : IconTrash
  return (
    <li className={styles.line} data-failed={failed || undefined}>
      <Sign aria-hidden />
      <span className={styles.text} role={failed ? 'alert' : undefined}>
        {text}
      </span>
      {actions.map(({ label, said, run }, at) => (
        <Button
          // By its place: where Undo becomes Stop, the focus stays.
          // biome-ignore lint/suspicious/noArrayIndexKey: that is what makes it the same button.
          key={at}
          variant={failed && at === 0 ? 'default' : 'subtle'}
          size="sm"
          {...(stage === 'waiting' && { className: styles.undo ?? '' })}
          aria-label={said}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {stage === 'waiting' && (
        <i className={styles.left} style={{ animationDuration: `${lasts}ms` }} aria-hidden />
      )}
    </li>
  )
}

/** Keeps the focus when its row goes: in the line of what was deleted, then back in the list. */
function useFocusInLine(
  box: RefObject<HTMLElement | null>,
  count: number,
  focusBack: (() => void) | undefined,
) {
  const before = useRef(count)
  useEffect(() => {
    const isLost = isFocusLost()
    if (isLost && count > before.current) [...(box.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    if (isLost && count < before.current) focusBack?.()
    before.current = count
  }, [box, count, focusBack])
}
