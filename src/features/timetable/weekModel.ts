import { type Hour, minutesOf, type PlannedLesson } from '../../contract/lessons.ts'
import { type DaySlot, lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { toClockTime, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay, getWeekday, parseIsoWeek, toIsoWeek } from '../../lib/week.ts'
import { daysForward, type TimetableAddress, weekPlus } from './timetableLoader.ts'
import { rowsWithCells, type WeekRow } from './weekRows.ts'

/** A column of the week. `loaded` is false for a day that the response does not contain. */
export type WeekColumn = Omit<SchoolDay, 'slots'> & { loaded: boolean }

export type WeekModel = {
  week: string
  monday: string
  columns: WeekColumn[]
  rows: WeekRow[]
  /** Whether the response contains at least one day of the week. */
  loaded: boolean
}

/**
 * Returns the grid of a week (`2026-W47`): Monday to Friday, and days of the weekend with lessons. A week without
 * lessons gets the rows of the other days, so that the grid is not empty.
 */
export function weekModel(days: readonly SchoolDay[], week: string): WeekModel {
  const monday = parseIsoWeek(week) ?? ''
  const byDate = new Map(days.map(day => [day.date, day]))
  const shown = Array.from({ length: 7 }, (_, index) => addDaysToDay(monday, index))
    .map(date => byDate.get(date) ?? emptyDay(date))
    .filter(day => getWeekday(day.date) <= 5 || lessonsOf(day).length > 0)
  const inWeek = shown.flatMap(day => day.slots)
  const slots = inWeek.length > 0 ? inWeek : days.flatMap(day => day.slots)
  const rows = rowsWithCells(slots, shown)
  return {
    week,
    monday,
    columns: shown.map(({ slots: _, ...day }) => ({ ...day, loaded: byDate.has(day.date) })),
    rows,
    loaded: shown.some(day => byDate.has(day.date)),
  }
}

const emptyDay = (date: string): SchoolDay => ({
  date,
  noSchool: false,
  reason: null,
  slots: [],
  remarks: [],
})

/**
 * Returns the week that the timetable opens with: the current one. At the weekend, it is the week of the next lesson,
 * or next week if no lesson is known.
 */
export function openingWeek(days: readonly SchoolDay[], now: Present): string {
  if (getWeekday(now.day) <= 5) return toIsoWeek(now.day)
  const next = nextLesson(days, now)
  return toIsoWeek(next?.date ?? addDaysToDay(now.day, 7))
}

/**
 * Returns the next lesson of the same subject that is not cancelled. It starts after the given lesson and after the
 * current time, because homework can't be set for a lesson that has begun.
 */
export function nextOfSubject(
  days: readonly SchoolDay[],
  { date, hour, subject }: PlannedLesson,
  present: Present,
): PlannedLesson | undefined {
  const [begun = ''] = [`${date} ${hour.start}`, `${present.day} ${present.time}`].toSorted().reverse()
  return days
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(lessonsOf)
    .find(
      lesson =>
        lesson.change !== 'cancelled' &&
        lesson.subject.id === subject.id &&
        `${lesson.date} ${lesson.hour.start}` > begun,
    )
}

/** Returns the first lesson that is not over and not cancelled. */
export function nextLesson(days: readonly SchoolDay[], after: Present): PlannedLesson | undefined {
  for (const day of days.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (day.date < after.day) continue
    const found = lessonsOf(day).find(
      lesson => lesson.change !== 'cancelled' && (day.date > after.day || lesson.hour.end > after.time),
    )
    if (found) return found
  }
  return undefined
}

/**
 * A day of the timeline: periods with lessons and the breaks between them. `next` is the next lesson if the day has
 * none.
 */
export type TimelineSection = Omit<SchoolDay, 'slots'> & { slots: DaySlot[]; next: PlannedLesson | undefined }

/** Maximum number of days. Rendering a year would take seconds. Later days can be reached with the day buttons. */
const maxDays = 28

/** Returns the days of the day view from a day on, without weekend days that have no lessons. */
export function dayTimeline(days: readonly SchoolDay[], from: string): TimelineSection[] {
  return days
    .filter(day => day.date >= from)
    .filter(day => lessonsOf(day).length > 0 || getWeekday(day.date) <= 5 || day.date === from)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .slice(0, maxDays)
    .map(day => ({
      ...day,
      slots: trimmed(day.slots),
      next: lessonsOf(day).length > 0 ? undefined : nextLesson(days, { day: day.date, time: '24:00' }),
    }))
}

function trimmed(slots: readonly DaySlot[]): DaySlot[] {
  const taught = slots.filter(slot => slot.lessons.length > 0)
  const isInLesson = ({ start, end }: Hour) =>
    taught.some(({ hour }) => hour.start <= start && end <= hour.end)
  const used = slots.filter(slot => (slot.isBreak ? !isInLesson(slot.hour) : slot.lessons.length > 0))
  const first = used.findIndex(slot => !slot.isBreak)
  const last = used.findLastIndex(slot => !slot.isBreak)
  return first < 0 ? [] : used.slice(first, last + 1)
}

/**
 * Returns the day that the day view shows first: today if there are current or coming lessons, otherwise the next day
 * with lessons.
 */
export const openingDay = (days: readonly SchoolDay[], present: Present): string =>
  nextLesson(days, present)?.date ?? present.day

/**
 * Returns the nearest day before or after `from` that is a weekday or has lessons. Undefined if no such day is loaded.
 */
export function neighbourDay(days: readonly SchoolDay[], from: string, step: 1 | -1): string | undefined {
  const dates = days
    .filter(day => lessonsOf(day).length > 0 || getWeekday(day.date) <= 5)
    .map(day => day.date)
    .toSorted()
  return step > 0 ? dates.find(date => date > from) : dates.findLast(date => date < from)
}

/** Date and time at the school. */
export type Present = { day: string; time: string }

export const presentAt = (instant: number, timeZone: string): Present => ({
  day: toSchoolDay(instant, timeZone),
  time: toClockTime(instant, timeZone),
})

export type Phase = 'past' | 'current' | 'future'

/**
 * Returns whether a period is over, current or still to come. It is current from its start until just before its end.
 */
export function phaseOf(date: string, hour: Hour, present: Present): Phase {
  if (date !== present.day) return date < present.day ? 'past' : 'future'
  if (hour.end <= present.time) return 'past'
  return hour.start <= present.time ? 'current' : 'future'
}

/** Whole minutes until the end of the period. */
export const minutesLeft = (hour: Hour, present: Present): number =>
  minutesOf(hour.end) - minutesOf(present.time)

/** Position of the line of the current time: the row, and the fraction of its height from 0 to 1. */
export type NowLine = { row: string; fraction: number }

/**
 * Returns the position of the line. Undefined before the first and after the last period. Between two rows it is at the
 * top of the next one.
 */
export function nowLine(rows: readonly { key: string; hour: Hour }[], time: string): NowLine | undefined {
  const [first] = rows
  if (!first || time < first.hour.start) return undefined
  const row = rows.find(candidate => candidate.hour.end > time)
  if (!row) return undefined
  const start = minutesOf(row.hour.start)
  const length = minutesOf(row.hour.end) - start
  const fraction = length > 0 ? (minutesOf(time) - start) / length : 0
  return { row: row.key, fraction: Math.max(0, fraction) }
}

/** The week of the grid, or the first day of the day view. */
export type Shown = { week: string; day: string }

/** Resolves an address. The current time decides for missing parameters. */
export function resolveAddress(
  address: TimetableAddress,
  days: readonly SchoolDay[],
  present: Present,
): Shown {
  if (address.view === 'week') {
    const week = address.week ?? (address.day ? toIsoWeek(address.day) : openingWeek(days, present))
    return { week, day: parseIsoWeek(week) ?? present.day }
  }
  const opening = openingDay(days, present)
  const day =
    address.day ??
    (address.week && address.week !== toIsoWeek(opening) ? firstDay(address.week, days) : opening)
  return { week: toIsoWeek(day), day }
}

function firstDay(week: string, days: readonly SchoolDay[]): string {
  const day = days.find(candidate => toIsoWeek(candidate.date) === week && lessonsOf(candidate).length > 0)
  return day?.date ?? parseIsoWeek(week) ?? ''
}

/**
 * Returns the address of the same week in another view. It omits the week that the view opens with, so that the address
 * stays valid tomorrow.
 */
export function inView(
  view: TimetableAddress['view'],
  shown: Shown,
  days: readonly SchoolDay[],
  present: Present,
): TimetableAddress {
  const opening = view === 'day' ? toIsoWeek(openingDay(days, present)) : openingWeek(days, present)
  return shown.week === opening ? { view } : { view, week: shown.week }
}

/** `tooEarly`: before the current week and not stored. `tooLate`: beyond the service's limit. */
export type NoStep = 'tooEarly' | 'tooLate'

/** Moves by a week, or by a day in the day view. Returns the new address, or why there is none. */
export function getNextAddress(
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
    return week < toIsoWeek(present.day) ? 'tooEarly' : 'tooLate'
  }
  if (address.view === 'week') return { view: 'week', week }
  const monday = parseIsoWeek(week) ?? ''
  return { view: 'day', day: step > 0 ? monday : addDaysToDay(monday, 4) }
}
