import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { mondayOfWeek, plusDays, weekOf } from '../../lib/week.ts'
import { daysForward, type TimetableAddress, weekPlus } from './timetableLoader.ts'
import { neighbourDay, openingDay, openingWeek, type Present } from './weekModel.ts'

/** What an address shows: the week of the grid, or the day the column begins with. */
export type Shown = { week: string; day: string }

/** Reads the address against what is loaded: where it leaves the choice, the present decides. */
export function shownBy(address: TimetableAddress, days: readonly SchoolDay[], present: Present): Shown {
  if (address.view === 'week') {
    const week = address.week ?? (address.day ? weekOf(address.day) : openingWeek(days, present))
    return { week, day: mondayOfWeek(week) ?? present.day }
  }
  const opening = openingDay(days, present)
  const day =
    address.day ?? (address.week && address.week !== weekOf(opening) ? firstDay(address.week, days) : opening)
  return { week: weekOf(day), day }
}

function firstDay(week: string, days: readonly SchoolDay[]): string {
  const day = days.find(candidate => weekOf(candidate.date) === week && lessonsOf(candidate).length > 0)
  return day?.date ?? mondayOfWeek(week) ?? ''
}

/** The same place in the other view; the present stays unsaid, so that the address stays true tomorrow. */
export function inView(
  view: TimetableAddress['view'],
  shown: Shown,
  days: readonly SchoolDay[],
  present: Present,
): TimetableAddress {
  const opening = view === 'day' ? weekOf(openingDay(days, present)) : openingWeek(days, present)
  return shown.week === opening ? { view } : { view, week: shown.week }
}

/** `tooEarly`: before this week and not kept. `tooLate`: past what the service may be asked. */
export type NoStep = 'tooEarly' | 'tooLate'

/** One week, or in the day view one day, on or back: where it leads, or why it leads nowhere. */
export function stepFrom(
  address: TimetableAddress,
  shown: Shown,
  step: 1 | -1,
  reach: { days: readonly SchoolDay[]; present: Present; has: (week: string) => boolean },
): TimetableAddress | NoStep {
  const { days, present, has } = reach
  if (address.view === 'day') {
    const loaded = neighbourDay(days, shown.day, step)
    if (loaded) return { view: 'day', day: loaded }
  }
  const week = weekPlus(shown.week, step)
  if (daysForward(week, present.day) === undefined && !has(week)) {
    return week < weekOf(present.day) ? 'tooEarly' : 'tooLate'
  }
  if (address.view === 'week') return { view: 'week', week }
  const monday = mondayOfWeek(week) ?? ''
  return { view: 'day', day: step > 0 ? monday : plusDays(monday, 4) }
}
