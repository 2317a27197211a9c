import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { maxDaysForward, timeline } from '../../contract/timeline.ts'
import { dayOf } from '../../lib/schoolTime.ts'
import { daysBetween, mondayOf, mondayOfWeek, plusDays, weekday, weekOf } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'
import type { SchoolTime } from '../../ui/SchoolTime.tsx'

/**
 * Starts the request while the screen's code is still on its way. It does not wait: the grid stands at once, and a
 * week this browser has kept shows while the school answers.
 */
export const timetableLoader =
  (queryClient: QueryClient, { clock, timeZone }: SchoolTime) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    if (Number.isSafeInteger(courseId) && courseId > 0) {
      const today = dayOf(clock(), timeZone)
      const week = askedWeek(readAddress(new URL(request.url).searchParams), today)
      void queryClient.prefetchQuery(timetableQuery(courseId, week, today))
    }
    return null
  }

/** Substitutions change during the morning, and are entered elsewhere; the budget stretches it when the network is busy. */
const refreshEvery = 5 * 60_000

/** The timeline that holds a week; for a week it does not reach, this week's. */
export function timetableQuery(courseId: number, week: string, today: string) {
  const days = daysForward(week, today) ?? daysForward(weekOf(today), today)
  return query(
    timeline.days,
    { course_id: courseId, ...(days !== undefined && { days_forward: days }) },
    { every: refreshEvery, untold: true },
  )
}

/** What the address says; `week` and `day` are missing where it leaves the choice to the present. */
export type TimetableAddress = { week?: string; day?: string; view: TimetableView }

/** Reads the query of the address. What names no week, day or view counts as not given. */
export function readAddress(query: URLSearchParams): TimetableAddress {
  const week = query.get('week') ?? ''
  const day = query.get('day') ?? ''
  return {
    ...(mondayOfWeek(week) && { week }),
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

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && plusDays(text, 0) === text

/**
 * The week to ask the service for before anything is known: the one the address names, else this week, at the weekend
 * the coming one. Apart from the models, because the route's loader comes with the app's first load.
 */
export function askedWeek({ day, week }: TimetableAddress, today: string): string {
  if (day) return weekOf(day)
  return week ?? weekOf(weekday(today) <= 5 ? today : plusDays(today, 7))
}

/** The service's own default, which reaches to the end of the coming week. */
const usual = 7

/**
 * `days_forward` for an answer that holds the week: the default for this and the coming one, else whole weeks. The
 * timeline begins this Monday, so an earlier week has none, and neither has one past the service's limit.
 */
export function daysForward(week: string, today: string): number | undefined {
  const monday = mondayOfWeek(week)
  if (!monday) return undefined
  const days = daysBetween(mondayOf(today), monday)
  if (days < 0 || days > maxDaysForward) return undefined
  return Math.max(usual, days)
}

/** The ISO week `count` weeks after another. */
export function weekPlus(week: string, count: number): string {
  const monday = mondayOfWeek(week)
  return monday ? weekOf(plusDays(monday, count * 7)) : week
}
