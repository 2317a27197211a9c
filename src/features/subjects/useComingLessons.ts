import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../api/ApiError.ts'
import type { PlannedLesson } from '../../contract/plannedLesson.ts'
import type { TimelineDay } from '../../contract/timeline.ts'
import { clockOf, dayOf } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import { useNow, useSchoolTime } from '../../ui/SchoolTime.tsx'
import { comingLessons, type Present } from './comingLessons.ts'
import { comingDays, reaches } from './subjectQueries.ts'

/** As many as a subject has in a week or two. */
const shown = 6

export type ComingLessonsAsked = {
  lessons: readonly PlannedLesson[]
  present: Present
  /** The last day that was looked at. */
  until: string
  looking: boolean
  error: ApiError | null
  retry: () => void
}

/** The coming lessons of a subject; where the next two weeks hold none, twelve are looked through. */
export function useComingLessons(courseId: number, subjectId: number): ComingLessonsAsked {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const present = { day: dayOf(now, timeZone), time: clockOf(now, timeZone) }
  const near = useQuery(comingDays(courseId, reaches[0]))
  const found = useFound(near.data?.rows, subjectId, present)
  const further = near.data !== undefined && found.length === 0
  const far = useQuery({
    ...comingDays(courseId, reaches[1]),
    enabled: further,
    placeholderData: keepPreviousData,
  })
  const foundFar = useFound(further ? far.data?.rows : undefined, subjectId, present)
  const asked = further ? far : near
  return {
    lessons: further ? foundFar : found,
    present,
    until: plusDays(present.day, reaches[further ? 1 : 0]),
    looking: asked.isPending,
    error: asked.data ? null : asked.error,
    retry: () => void asked.refetch(),
  }
}

function useFound(
  days: readonly TimelineDay[] | undefined,
  subjectId: number,
  { day, time }: Present,
): readonly PlannedLesson[] {
  return useMemo(
    () => (days ? comingLessons(days, subjectId, { day, time }, shown) : []),
    [days, subjectId, day, time],
  )
}
