import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { lazyDay } from '../../../contract/schoolDay.ts'
import { maxDaysForward, timeline } from '../../../contract/timeline.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { parseDue } from '../../../lib/due.ts'
import { toClockTime, toSchoolDay } from '../../../lib/schoolTime.ts'
import { addDaysToDay, daysBetween } from '../../../lib/week.ts'
import { type DueHomework, type DueProblem, getDueProblem } from './dueLesson.ts'
import { findNextLessons, type NextLesson } from './findNextLessons.ts'

/** In days. Requests with the same range share a response: 14 contains most subjects twice, 84 the longest holidays. */
export const timelineRanges = [14, 84, 168, maxDaysForward] as const

/** `next` is the subject's first lesson after `day`. Undefined if it was not found. */
export type DueWarning = { problem: DueProblem; day: string; next: NextLesson | undefined }

/**
 * Returns a warning if the due lesson is cancelled, or if the due day has no school. Undefined for past days, and while
 * the timetable is unknown. Fetches a longer range if the first one has no later lesson.
 */
export function useDueWarning(
  courseId: number,
  homework: DueHomework,
  isEnabled = true,
): DueWarning | undefined {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const today = toSchoolDay(now, timeZone)
  const { day, at } = parseDue(homework.until_datetime, timeZone)
  const daysAhead = at === Number.POSITIVE_INFINITY ? -1 : daysBetween(today, day)
  const rangeIndex = timelineRanges.findIndex(range => range >= daysAhead)
  const getQuery = (index: number) =>
    query(
      timeline.days,
      { course_id: courseId, start_today: true, days_forward: timelineRanges[index] ?? maxDaysForward },
      { priority: 'background' },
    )
  const isAhead = isEnabled && daysAhead >= 0 && rangeIndex >= 0
  const near = useQuery({ ...getQuery(rangeIndex), enabled: isAhead })
  // A disabled query also returns data that another component has loaded.
  const problem = isAhead && near.data && getDueProblem(homework, near.data.rows.map(lazyDay), timeZone)
  const findNext = (data: typeof near.data) => {
    if (!data || homework.lesson_id === null) return undefined
    const current = { day: today, time: toClockTime(now, timeZone) }
    const after = day > today ? { day: addDaysToDay(day, 1), time: '' } : current
    const later = findNextLessons(data.rows.map(lazyDay), homework.lesson_id, after, 2)
    return later.find(lesson => lesson.day > day)
  }
  const nearNext = problem ? findNext(near.data) : undefined
  const far = useQuery({
    ...getQuery(rangeIndex + 1),
    enabled: Boolean(problem) && nearNext === undefined && homework.lesson_id !== null,
  })
  if (!problem) return undefined
  return { problem, day, next: nearNext ?? findNext(far.data) }
}
