import { query } from '../../api/cache/query.ts'
import { maxDaysForward, timeline } from '../../contract/timeline.ts'
import { addDaysToDay, daysBetween, getMonday, getWeekday, parseIsoWeek, toIsoWeek } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'
import { isPhone } from '../../ui/layout/screenSize.ts'

/** In ms. Substitutions change during the morning. */
const refetchInterval = 5 * 60_000

/** The query of the current week, if no timeline contains this one. */
export function timetableQuery(courseId: number, week: string, today: string) {
  const days = getDaysForward(week, today) ?? getDaysForward(toIsoWeek(today), today)
  return query(
    timeline.days,
    { course_id: courseId, ...(days !== undefined && { days_forward: days }) },
    { every: refetchInterval, pollsWhileLive: true },
  )
}

/** The current time is the default. */
export type TimetableAddress = { week?: string; day?: string; view: TimetableView }

const views: readonly TimetableView[] = ['week', 'day']

/** The columns of a week are narrow on a phone. */
export const getDefaultView = (): TimetableView => (isPhone() ? 'day' : 'week')

/** Ignores invalid values. */
export function readAddress(query: URLSearchParams, defaultView: TimetableView): TimetableAddress {
  const week = query.get('week') ?? ''
  const day = query.get('day') ?? ''
  return {
    ...(parseIsoWeek(week) && { week }),
    ...(isDay(day) && { day }),
    view: views.find(view => view === query.get('view')) ?? defaultView,
  }
}

/** Omits the week view on a desktop. A phone names each view, so that its links look the same on a desktop. */
export function createSearchParams(
  { week, day, view }: TimetableAddress,
  defaultView: TimetableView,
): URLSearchParams {
  return new URLSearchParams({
    ...(week && { week }),
    ...(day && { day }),
    ...((view === 'day' || defaultView === 'day') && { view }),
  })
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && addDaysToDay(text, 0) === text

/** At the weekend, next week. Not in weekModel.ts, because the loader is part of the first load. */
export function getRequestedWeek({ day, week }: TimetableAddress, today: string): string {
  if (day) return toIsoWeek(day)
  return week ?? toIsoWeek(getWeekday(today) <= 5 ? today : addDaysToDay(today, 7))
}

/** The service's default: to the end of next week. */
const defaultDaysForward = 7

/** The timeline starts this week. Undefined for earlier weeks, and beyond the service's limit. */
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
