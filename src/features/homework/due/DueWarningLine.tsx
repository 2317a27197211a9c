import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDue } from '../../../lib/due.ts'
import type { MovedDue } from '../../../lib/savedNotice.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { useSubject } from '../useSubject.ts'
import styles from './DueWarning.module.css'
import type { MoveResult } from './DueWarning.tsx'
import { UndoMoveButton } from './UndoMoveButton.tsx'
import { useDueTexts } from './useDueTexts.ts'
import type { DueWarning } from './useDueWarning.ts'
import { useMoveDue } from './useMoveDue.ts'
import { useMoveProblem } from './useMoveProblem.ts'

type DueWarningLineProps = {
  homework: Homework
  warning: DueWarning | undefined
  onMoved?: (result: MoveResult) => void
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
  const { timeZone } = useSchoolTime()
  const [moved, setMoved] = useState<MovedDue>()
  const due = parseDue(homework.until_datetime, timeZone)
  const text = truncateText(homework.text.trim(), maxTaskLength, '…')
  const { isMoving, error, move } = useMoveDue(homework, {
    // The list and one homework may use different formats of the same time.
    isUnchanged: ({ until_datetime }) => parseDue(until_datetime, timeZone).at === due.at,
    onMoved(day) {
      const movedDue = { courseId: homework.course_id, homeworkId: homework.id, from: due.day, to: day }
      if (!onMoved) return setMoved(movedDue)
      const message = t('movedTask', { text, day: format.day(day) })
      onMoved({
        message,
        moved: movedDue,
        notice: <UndoMoveButton moved={movedDue}>{message}</UndoMoveButton>,
      })
    },
  })
  const problem = useMoveProblem(error)
  const result = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (moved) result.current?.focus()
  }, [moved])
  if (moved && !warning) {
    return (
      <p ref={result} className={styles.moved} role="status" tabIndex={-1}>
        <UndoMoveButton moved={moved}>{t('moved', { day: format.day(moved.to) })}</UndoMoveButton>
      </p>
    )
  }
  if (!warning && !problem) return null
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
