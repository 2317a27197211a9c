import { Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDue } from '../../../lib/due.ts'
import type { MovedDue } from '../../../lib/savedNotice.ts'
import { useMoveDue } from './useMoveDue.ts'
import { useMoveProblem } from './useMoveProblem.ts'

/** The message about a moved due date (`children`), with a button that moves it back. */
export function UndoMoveButton({ moved, children }: { moved: MovedDue; children: ReactNode }) {
  const t = useT('dueLesson')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const [isUndone, setIsUndone] = useState(false)
  const { courseId, homeworkId, from, to } = moved
  const { isMoving, error, move } = useMoveDue(
    { id: homeworkId, course_id: courseId },
    {
      isUnchanged: ({ until_datetime }) => parseDue(until_datetime, timeZone).day === to,
      onMoved: () => setIsUndone(true),
    },
  )
  const problem = useMoveProblem(error)
  const result = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isUndone) result.current?.focus()
  }, [isUndone])
  if (isUndone)
    return (
      <span ref={result} tabIndex={-1}>
        {t('movedBack', { day: format.day(from) })}
      </span>
    )
  return (
    <>
      {children}{' '}
      <UnstyledButton variant="link" aria-disabled={isMoving} onClick={() => move(from)}>
        {isMoving ? t('moving') : t('moveBack', { day: format.day(from) })}
      </UnstyledButton>
      {problem && (
        <Text component="span" display="block" size="sm" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}
