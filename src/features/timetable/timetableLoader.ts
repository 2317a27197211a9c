import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { maxDaysForward, timeline } from '../../contract/timeline.ts'
import type { SchoolTime } from '../../i18n/SchoolTime.tsx'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay, daysBetween, getMonday, getWeekday, parseIsoWeek, toIsoWeek } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'

/**
 * Starts the request while the screen's code loads. It does not wait: the grid is visible at once, with the stored copy
 * of the week if there is one.
 */
export const timetableLoader =
  (queryClient: QueryClient, { clock, timeZone }: SchoolTime) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    if (Number.isSafeInteger(courseId) && courseId > 0) {
      const today = toSchoolDay(clock(), timeZone)
      const week = askedWeek(readAddress(new URL(request.url).searchParams), today)
      void queryClient.prefetchQuery(timetableQuery(courseId, week, today))
    }
    return null
  }

/**
 * Refetch interval in ms. Substitutions change during the morning, in other systems. The rate limit extends it when the
 * service is busy.
 */
const refreshEvery = 5 * 60_000

/** Returns the query of the timeline that contains a week. If no timeline contains it, the one of the current week. */
export function timetableQuery(courseId: number, week: string, today: string) {
  const days = daysForward(week, today) ?? daysForward(toIsoWeek(today), today)
  return query(
    timeline.days,
    { course_id: courseId, ...(days !== undefined && { days_forward: days }) },
    { every: refreshEvery, pollsWhileLive: true },
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

export function addressQuery({ week, day, view }: TimetableAddress): URLSearchParams {
  return new URLSearchParams({
    ...(week && { week }),
    ...(day && { day }),
    ...(view === 'day' && { view }),
  })
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && addDaysToDay(text, 0) === text

/**
 * Returns the week to request first: the one in the address, otherwise the current week, or the next one at the
 * weekend. It is not in weekModel.ts, because the route's loader is part of the first load.
 */
export function askedWeek({ day, week }: TimetableAddress, today: string): string {
  if (day) return toIsoWeek(day)
  return week ?? toIsoWeek(getWeekday(today) <= 5 ? today : addDaysToDay(today, 7))
}

/** Default of `days_forward` in the service, which reaches to the end of next week. */
const defaultDaysForward = 7

/**
 * Returns `days_forward` for a timeline that contains the week: at least the default. The timeline starts on the
 * current Monday, so the result is undefined for earlier weeks, and for weeks beyond the service's limit.
 */
export function daysForward(week: string, today: string): number | undefined {
  const monday = parseIsoWeek(week)
  if (!monday) return undefined
  const days = daysBetween(getMonday(today), monday)
  if (days < 0 || days > maxDaysForward) return undefined
  return Math.max(defaultDaysForward, days)
}

/** Returns the ISO week that is `count` weeks after another. */
export function weekPlus(week: string, count: number): string {
  const monday = parseIsoWeek(week)
  return monday ? toIsoWeek(addDaysToDay(monday, count * 7)) : week
}
