import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { useSubject } from '../useSubject.ts'
import styles from './DueWarning.module.css'
import { useDueTexts } from './useDueTexts.ts'
import type { DueWarning } from './useDueWarning.ts'
import { type MoveDueState, useMoveDue } from './useMoveDue.ts'

type DueWarningLineProps = {
  homework: Homework
  warning: DueWarning | undefined
  onMoved?: (message: string) => void
}

/** In characters. A task may have thousands. */
const maxTaskLength = 80

/** Warns that the due lesson does not take place, and moves the due date to the next lesson. */
export function DueWarningLine({ homework, warning, onMoved }: DueWarningLineProps) {
  const t = useT('dueLesson')
  const format = useFormat()
  const location = useLocation()
  const { formatWarning, formatMove } = useDueTexts()
  const subject = useSubject(homework.course_id, warning ? homework : undefined)?.name ?? ''
  const [movedTo, setMovedTo] = useState<string>()
  const text = truncateText(homework.text.trim(), maxTaskLength, '…')
  const { state, move } = useMoveDue(homework, day => {
    if (onMoved) onMoved(t('movedTask', { text, day: format.day(day) }))
    else setMovedTo(day)
  })
  const problem = useMoveProblem(state)
  const result = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (movedTo !== undefined) result.current?.focus()
  }, [movedTo])
  if (movedTo !== undefined && !warning) {
    return (
      <p ref={result} className={styles.moved} role="status" tabIndex={-1}>
        {t('moved', { day: format.day(movedTo) })}
      </p>
    )
  }
  if (!warning && !problem) return null
  const isMoving = state.kind === 'moving'
  const next = warning?.next
  return (
    <div className={styles.warning}>
      {warning && (
        <Text className={styles.text} component="p" size="sm">
          <IconAlertTriangle aria-hidden />
          <span>{formatWarning(warning, subject)}</span>
        </Text>
      )}
      {warning && next && (
        <Button size="sm" aria-disabled={isMoving} onClick={() => move(next.day)}>
          {isMoving ? t('moving') : formatMove(next)}
        </Button>
      )}
      {warning && !next && (
        <Button
          component={Link}
          size="sm"
          to={paths.changeHomework(homework.course_id, homework.id)}
          state={{ backTo: location.pathname + location.search }}
        >
          {t('otherDay')}
        </Button>
      )}
      {problem && (
        <Text className={styles.problem} component="p" size="sm" role="alert">
          {problem}
        </Text>
      )}
    </div>
  )
}

function useMoveProblem(state: MoveDueState): string | undefined {
  const t = useT('dueLesson')
  const formatError = useFormatError()
  if (state.kind === 'failed') return t('failed', { reason: formatError(state.error) })
  return state.kind === 'changed' || state.kind === 'uncertain' ? t(state.kind) : undefined
}
