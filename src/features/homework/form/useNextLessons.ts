import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../../api/query.ts'
import { type TimelineDay, timeline } from '../../../contract/timeline.ts'
import { clockOf, dayOf } from '../../../lib/schoolTime.ts'
import { plusDays } from '../../../lib/week.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { type NextLesson, nextLessons } from './nextLesson.ts'

/** Two weeks hold most subjects twice; the longest holidays are over in ten more. */
const reaches = [14, 84] as const

export type NextLessons = {
  lessons: readonly NextLesson[]
  days: readonly TimelineDay[]
  /** The last day that was looked at. */
  until: string
  looking: boolean
  error: Error | null
}

/** The coming lessons of a subject, from the timeline; it looks further when the first weeks hold none. */
export function useNextLessons(courseId: number, subjectId: number | null): NextLessons {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const present = { day: dayOf(now, timeZone), time: clockOf(now, timeZone) }
  const input = (days_forward: number) => ({ course_id: courseId, start_today: true, days_forward })
  const near = useQuery(query(timeline.days, input(reaches[0])))
  const found = useFound(near.data?.rows, subjectId, present)
  const further = subjectId !== null && near.data !== undefined && found.length < 2
  const far = useQuery({
    ...query(timeline.days, input(reaches[1])),
    enabled: further,
    placeholderData: keepPreviousData,
  })
  const foundFar = useFound(further ? far.data?.rows : undefined, subjectId, present)
  const reached = further && far.data !== undefined
  return {
    lessons: reached ? foundFar : found,
    days: (reached ? far.data?.rows : near.data?.rows) ?? [],
    until: plusDays(present.day, reaches[reached ? 1 : 0]),
    looking: near.isPending || (further && far.isPending),
    error: near.data === undefined ? near.error : further && !reached ? far.error : null,
  }
}

function useFound(
  days: readonly TimelineDay[] | undefined,
  subjectId: number | null,
  { day, time }: { day: string; time: string },
): NextLesson[] {
  return useMemo(
    () => (days && subjectId !== null ? nextLessons(days, subjectId, { day, time }) : []),
    [days, subjectId, day, time],
  )
}
