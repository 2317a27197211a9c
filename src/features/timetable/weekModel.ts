import { type Hour, minutesOf, type PlannedLesson } from '../../contract/lessons.ts'
import { type DaySlot, lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { clockOf, dayOf } from '../../lib/schoolTime.ts'
import { mondayOfWeek, plusDays, weekday, weekOf } from '../../lib/week.ts'
import { daysForward, type TimetableAddress, weekPlus } from './timetableLoader.ts'
import { rowsWithCells, type WeekRow } from './weekRows.ts'

/** A column of the week. `loaded` is false for a day the service's answer doesn't reach. */
export type WeekColumn = Omit<SchoolDay, 'slots'> & { loaded: boolean }

export type WeekModel = {
  week: string
  monday: string
  columns: WeekColumn[]
  rows: WeekRow[]
  /** The answer holds at least one day of the week. */
  loaded: boolean
}

/**
 * The grid of one week (`2026-W47`): Monday to Friday, and a day of the weekend only when it has lessons. The hours
 * of a week without any are taken from the other days, so that the grid stands.
 */
export function weekModel(days: readonly SchoolDay[], week: string): WeekModel {
  const monday = mondayOfWeek(week) ?? ''
  const byDate = new Map(days.map(day => [day.date, day]))
  const shown = Array.from({ length: 7 }, (_, index) => plusDays(monday, index))
    .map(date => byDate.get(date) ?? emptyDay(date))
    .filter(day => weekday(day.date) <= 5 || lessonsOf(day).length > 0)
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
 * The week a timetable opens with: this one, but at the weekend, once its lessons are over, the next that has
 * lessons (the coming one where none is known).
 */
export function openingWeek(days: readonly SchoolDay[], now: Present): string {
  if (weekday(now.day) <= 5) return weekOf(now.day)
  const next = nextLesson(days, now)
  return weekOf(next?.date ?? plusDays(now.day, 7))
}

/**
 * Returns the next lesson of the same subject that is not cancelled: after the given lesson and after the present, because
 * nothing can be set for a lesson that has begun.
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

/** The first lesson that is not over yet and not cancelled. */
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

/** A day of the timeline: hours with lessons and the breaks between them. `next` is told where there are none. */
export type TimelineSection = Omit<SchoolDay, 'slots'> & { slots: DaySlot[]; next: PlannedLesson | undefined }

/** Further than anybody scrolls; the day buttons lead on. A year of full days would take seconds to draw. */
const longest = 28

/** The column of the day view from a day on. Days of the weekend without lessons are left out. */
export function dayTimeline(days: readonly SchoolDay[], from: string): TimelineSection[] {
  return days
    .filter(day => day.date >= from)
    .filter(day => lessonsOf(day).length > 0 || weekday(day.date) <= 5 || day.date === from)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .slice(0, longest)
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

/** Where the day view opens: today while a lesson is running or to come, after that the next day with lessons. */
export const openingDay = (days: readonly SchoolDay[], present: Present): string =>
  nextLesson(days, present)?.date ?? present.day

/** The nearest day with lessons or a reason to show before or after `from`, `undefined` at the end of what is loaded. */
export function neighbourDay(days: readonly SchoolDay[], from: string, step: 1 | -1): string | undefined {
  const dates = days
    .filter(day => lessonsOf(day).length > 0 || weekday(day.date) <= 5)
    .map(day => day.date)
    .toSorted()
  return step > 0 ? dates.find(date => date > from) : dates.findLast(date => date < from)
}

/** The present as the school's clocks and calendar show it. */
export type Present = { day: string; time: string }

export const presentAt = (instant: number, timeZone: string): Present => ({
  day: dayOf(instant, timeZone),
  time: clockOf(instant, timeZone),
})

export type Phase = 'past' | 'current' | 'future'

/** Whether an hour of a day is over, running or still to come. It runs from its first minute to before its last bell. */
export function phaseOf(date: string, hour: Hour, present: Present): Phase {
  if (date !== present.day) return date < present.day ? 'past' : 'future'
  if (hour.end <= present.time) return 'past'
  return hour.start <= present.time ? 'current' : 'future'
}

/** Whole minutes until the bell. */
export const minutesLeft = (hour: Hour, present: Present): number =>
  minutesOf(hour.end) - minutesOf(present.time)

/** Where the line across today stands: in which of the rows shown and how far down it, 0 to 1. */
export type NowLine = { row: string; fraction: number }

/**
 * The line's place, `undefined` before the first hour and after the last. Between two rows it waits at the top of
 * the next one.
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
