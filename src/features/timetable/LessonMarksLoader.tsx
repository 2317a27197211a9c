import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { query } from '../../api/cache/query.ts'
import { responseInfoOf } from '../../api/client/responseInfo.ts'
import { homework, type ListedHomework } from '../../contract/homework.ts'
import { isPupil, me } from '../../contract/me.ts'
import type { SchoolDay } from '../../contract/schoolDay.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useWorkCounts } from '../homework/list/useWorkCounts.ts'
import { usePendingHandIns } from '../homework/progress/handInStates.ts'
import { getLessonMarks, type LessonMarks } from './lessonMarks.ts'

type LessonMarksLoaderProps = {
  courseId: number
  days: readonly SchoolDay[]
  onChange: (marks: LessonMarks) => void
}

/** Calls `onChange` with the marks of the lessons. Sends one request, for the homework of the class. */
export function LessonMarksLoader({ courseId, days, onChange }: LessonMarksLoaderProps) {
  const { timeZone } = useSchoolTime()
  const user = useQuery(query(me.get, {})).data
  const { data } = useQuery(query(homework.list, { course_id: courseId }, { priority: 'background' }))
  const rows = data?.rows ?? noHomework
  const counts = useWorkCounts(rows, responseInfoOf(data)?.requestedAt ?? 0)
  const done = useDone(rows)
  const isForPupil = user !== undefined && isPupil(user)
  const isLoaded = data !== undefined
  const marks = useMemo(() => {
    if (!isLoaded) return undefined
    const toMark = new Map([...counts].map(([id, { toCorrect }]) => [id, toCorrect]))
    return getLessonMarks(rows, days, { toMark, done: isForPupil ? done : noIds }, timeZone)
  }, [isLoaded, rows, days, counts, done, isForPupil, timeZone])
  useEffect(() => {
    if (marks) onChange(marks)
  }, [marks, onChange])
  return null
}

const noHomework: readonly ListedHomework[] = []
const noIds: ReadonlySet<number> = new Set()

/** Returns the homework that a pupil has handed in or got back. Work that is being sent counts. */
function useDone(rows: readonly ListedHomework[]): ReadonlySet<number> {
  const pending = usePendingHandIns()
  return useMemo(() => {
    const isDone = ({ own_status: own }: ListedHomework) => own?.is_submitted || own?.is_corrected
    const ids = new Set(rows.filter(isDone).map(({ id }) => id))
    for (const [id, { state }] of pending) {
      if (state === 'sending') ids.add(id)
      else ids.delete(id)
    }
    return ids
  }, [rows, pending])
}
