import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { lazyDay } from '../../../contract/schoolDay.ts'
import { type TimelineDay, timeline } from '../../../contract/timeline.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { toClockTime, toSchoolDay } from '../../../lib/schoolTime.ts'
import { addDaysToDay } from '../../../lib/week.ts'
import { findNextLessons, type NextLesson } from '../due/findNextLessons.ts'
import { timelineRanges } from '../due/useDueWarning.ts'

/** In days, for the first and the second request. */
const nextLessonRanges = [timelineRanges[0], timelineRanges[1]] as const

export type NextLessons = {
  lessons: readonly NextLesson[]
  /** School day, `YYYY-MM-DD`. */
  today: string
  /** Last searched day, `YYYY-MM-DD`. */
  until: string
  isLoading: boolean
  error: Error | null
}

/** A subject of a class. `subjectId` is null until the user chooses a subject. */
type ClassSubject = { courseId: number; subjectId: number | null }

/** Loads a longer range of a class if the first range has fewer than two lessons of the subject. */
export function useNextLessonsOf(subjects: readonly ClassSubject[]): NextLessons[] {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const current = { day: toSchoolDay(now, timeZone), time: toClockTime(now, timeZone) }
  const daysQuery = (courseId: number, days_forward: number) =>
    query(timeline.days, { course_id: courseId, start_today: true, days_forward })
  const near = useQueries({
    queries: subjects.map(({ courseId }) => daysQuery(courseId, nextLessonRanges[0])),
  })
  const findLessons = (days: readonly TimelineDay[] | undefined, subjectId: number | null) =>
    days && subjectId !== null ? findNextLessons(days.map(lazyDay), subjectId, current) : []
  const found = subjects.map(({ subjectId }, index) => findLessons(near[index]?.data?.rows, subjectId))
  const needsFar = (index: number) =>
    subjects[index]?.subjectId !== null && near[index]?.data !== undefined && (found[index]?.length ?? 0) < 2
  const far = useQueries({
    queries: subjects.map(({ courseId }, index) => ({
      ...daysQuery(courseId, nextLessonRanges[1]),
      enabled: needsFar(index),
      placeholderData: keepPreviousData,
    })),
  })
  return subjects.map(({ subjectId }, index) => {
    const [nearResult, farResult] = [near[index], far[index]]
    const isFarLoaded = needsFar(index) && farResult?.data !== undefined
    return {
      lessons: isFarLoaded ? findLessons(farResult.data?.rows, subjectId) : (found[index] ?? []),
      today: current.day,
      until: addDaysToDay(current.day, nextLessonRanges[isFarLoaded ? 1 : 0]),
      isLoading: nearResult?.isPending === true || (needsFar(index) && farResult?.isPending === true),
      error:
        nearResult?.data === undefined
          ? (nearResult?.error ?? null)
          : needsFar(index) && !isFarLoaded
            ? (farResult?.error ?? null)
            : null,
    }
  })
}

/** The only entry of `useNextLessonsOf`. */
export function useNextLessons(courseId: number, subjectId: number | null): NextLessons {
  const [next] = useNextLessonsOf([{ courseId, subjectId }])
  if (!next) throw new Error('one subject has one result')
  return next
}
