import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { maxDaysForward, timeline } from '../../contract/timeline.ts'
import type { SchoolTime } from '../../i18n/SchoolTime.tsx'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay, daysBetween, getMonday, getWeekday, parseIsoWeek, toIsoWeek } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'

/** Does not wait for the request: the grid is visible at once, with the stored copy of the week if there is one. */
export const timetableLoader =
  (queryClient: QueryClient, { clock, timeZone }: SchoolTime) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    if (Number.isSafeInteger(courseId) && courseId > 0) {
      const today = toSchoolDay(clock(), timeZone)
      const week = getRequestedWeek(readAddress(new URL(request.url).searchParams), today)
      void queryClient.prefetchQuery(timetableQuery(courseId, week, today))
    }
    return null
  }

/**
 * Substitutions change during the morning, in other systems. The rate limit extends the interval when the service is
 * busy.
 */
const refetchInterval = 5 * 60_000

/** If no timeline contains the week, the query of the current week. */
export function timetableQuery(courseId: number, week: string, today: string) {
  const days = getDaysForward(week, today) ?? getDaysForward(toIsoWeek(today), today)
  return query(
    timeline.days,
    { course_id: courseId, ...(days !== undefined && { days_forward: days }) },
    { every: refetchInterval, pollsWhileLive: true },
  )
}

/** Parameters of the address. Without `week` or `day`, the current time decides. */
export type TimetableAddress = { week?: string; day?: string; view: TimetableView }

/** Reads the parameters. Invalid values are ignored. */
export function readAddress(query: URLSearchParams): TimetableAddress {
  const week = query.get('week') ?? ''
  const day = query.get('day') ?? ''
  return {
    ...(parseIsoWeek(week) && { week }),
    ...(isDay(day) && { day }),
    view: query.get('view') === 'day' ? 'day' : 'week',
  }
}

export function createSearchParams({ week, day, view }: TimetableAddress): URLSearchParams {
  return new URLSearchParams({
    ...(week && { week }),
    ...(day && { day }),
    ...(view === 'day' && { view }),
  })
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && addDaysToDay(text, 0) === text

/** At the weekend, next week. Not in weekModel.ts, because the route's loader is part of the first load. */
export function getRequestedWeek({ day, week }: TimetableAddress, today: string): string {
  if (day) return toIsoWeek(day)
  return week ?? toIsoWeek(getWeekday(today) <= 5 ? today : addDaysToDay(today, 7))
}

/** Default of `days_forward` in the service, which reaches to the end of next week. */
const defaultDaysForward = 7

/**
 * Returns `days_forward` for a timeline that contains the week: at least the default. The timeline starts on the
 * current Monday, so the result is undefined for earlier weeks, and for weeks beyond the service's limit.
 */
export function getDaysForward(week: string, today: string): number | undefined {
  const monday = parseIsoWeek(week)
  if (!monday) return undefined
  const days = daysBetween(getMonday(today), monday)
  if (days < 0 || days > maxDaysForward) return undefined
  return Math.max(defaultDaysForward, days)
}

export function addWeeks(week: string, count: number): string {
  const monday = parseIsoWeek(week)
  return monday ? toIsoWeek(addDaysToDay(monday, count * 7)) : week
}
