import { type Hour, minutesOf, type PlannedLesson } from '../../contract/lessons.ts'
import { type DaySlot, lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { addDaysToDay, getWeekday, parseIsoWeek, toIsoWeek } from '../../lib/week.ts'
import { addWeeks, getDaysForward, type TimetableAddress } from './timetableAddress.ts'
import { createRows, type WeekRow } from './weekRows.ts'

/** `isLoaded`: the response contains the day. */
export type WeekColumn = Omit<SchoolDay, 'slots'> & { isLoaded: boolean }

export type WeekModel = {
  week: string
  monday: string
  columns: WeekColumn[]
  rows: WeekRow[]
  isLoaded: boolean
}

/** A week without lessons gets the rows of the other days. */
export function createWeekModel(days: readonly SchoolDay[], week: string): WeekModel {
  const monday = parseIsoWeek(week) ?? ''
  const byDate = new Map(days.map(day => [day.date, day]))
  const shownDays = Array.from({ length: 7 }, (_, index) => addDaysToDay(monday, index))
    .map(date => byDate.get(date) ?? createEmptyDay(date))
    .filter(day => getWeekday(day.date) <= 5 || lessonsOf(day).length > 0)
  const weekSlots = shownDays.flatMap(day => day.slots)
  const slots = weekSlots.length > 0 ? weekSlots : days.flatMap(day => day.slots)
  const rows = createRows(slots, shownDays)
  return {
    week,
    monday,
    columns: shownDays.map(({ slots: _, ...day }) => ({ ...day, isLoaded: byDate.has(day.date) })),
    rows,
    isLoaded: shownDays.some(day => byDate.has(day.date)),
  }
}

const createEmptyDay = (date: string): SchoolDay => ({
  date,
  noSchool: false,
  reason: null,
  slots: [],
  remarks: [],
})

/** At the weekend, the week of the next lesson, otherwise next week. */
export function getInitialWeek(days: readonly SchoolDay[], now: SchoolNow): string {
  if (getWeekday(now.day) <= 5) return toIsoWeek(now.day)
  const next = findNextLesson(days, now)
  return toIsoWeek(next?.date ?? addDaysToDay(now.day, 7))
}

/** The subject's next lesson that takes place and has not started. */
export const findNextOfSubject = (
  days: readonly SchoolDay[],
  lesson: PlannedLesson,
  schoolNow: SchoolNow,
): PlannedLesson | undefined => listNextOfSubject(days, lesson, schoolNow)[0]

/**
 * The subject's next lesson for which homework can be set. A service takes a day and chooses the subject's first lesson
 * of that day, so that lesson must not have started.
 */
export function findNextToSetHomework(
  days: readonly SchoolDay[],
  lesson: PlannedLesson,
  schoolNow: SchoolNow,
): PlannedLesson | undefined {
  const minStart = getMinStart(lesson, schoolNow)
  const startedDays = new Set(
    days
      .flatMap(lessonsOf)
      .filter(
        ({ subject, date, hour }) => subject.id === lesson.subject.id && `${date} ${hour.start}` <= minStart,
      )
      .map(({ date }) => date),
  )
  return listNextOfSubject(days, lesson, schoolNow).find(({ date }) => !startedDays.has(date))
}

function listNextOfSubject(
  days: readonly SchoolDay[],
  lesson: PlannedLesson,
  schoolNow: SchoolNow,
): PlannedLesson[] {
  const minStart = getMinStart(lesson, schoolNow)
  return days
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(lessonsOf)
    .filter(
      ({ subject, change, date, hour }) =>
        change !== 'cancelled' && subject.id === lesson.subject.id && `${date} ${hour.start}` > minStart,
    )
}

/** Start of the lesson, or now if that is later. Text order is time order. */
const getMinStart = ({ date, hour }: PlannedLesson, { day, time }: SchoolNow): string =>
  [`${date} ${hour.start}`, `${day} ${time}`].toSorted().at(-1) ?? ''

/** Neither over nor cancelled. */
export function findNextLesson(days: readonly SchoolDay[], after: SchoolNow): PlannedLesson | undefined {
  for (const day of days.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (day.date < after.day) continue
    const found = lessonsOf(day).find(
      lesson => lesson.change !== 'cancelled' && (day.date > after.day || lesson.hour.end > after.time),
    )
    if (found) return found
  }
  return undefined
}

/** `next` is the next lesson if the day has no lessons. */
export type TimelineSection = Omit<SchoolDay, 'slots'> & { slots: DaySlot[]; next: PlannedLesson | undefined }

/** Rendering a year takes seconds. The day buttons reach later days. */
const maxDays = 28

export function createTimeline(days: readonly SchoolDay[], from: string): TimelineSection[] {
  return days
    .filter(day => day.date >= from)
    .filter(day => lessonsOf(day).length > 0 || getWeekday(day.date) <= 5 || day.date === from)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .slice(0, maxDays)
    .map(day => ({
      ...day,
      slots: trimSlots(day.slots),
      next: lessonsOf(day).length > 0 ? undefined : findNextLesson(days, { day: day.date, time: '24:00' }),
    }))
}

function trimSlots(slots: readonly DaySlot[]): DaySlot[] {
  const withLessons = slots.filter(slot => slot.lessons.length > 0)
  const isInLesson = ({ start, end }: Hour) =>
    withLessons.some(({ hour }) => hour.start <= start && end <= hour.end)
  const used = slots.filter(slot => (slot.isBreak ? !isInLesson(slot.hour) : slot.lessons.length > 0))
  const first = used.findIndex(slot => !slot.isBreak)
  const last = used.findLastIndex(slot => !slot.isBreak)
  return first < 0 ? [] : used.slice(first, last + 1)
}

/** Today until its last lesson ends, then the next day with lessons. */
export const getInitialDay = (days: readonly SchoolDay[], schoolNow: SchoolNow): string =>
  findNextLesson(days, schoolNow)?.date ?? schoolNow.day

/** The nearest weekday or day with lessons, if it is loaded. */
export function findAdjacentDay(days: readonly SchoolDay[], from: string, step: 1 | -1): string | undefined {
  const dates = days
    .filter(day => lessonsOf(day).length > 0 || getWeekday(day.date) <= 5)
    .map(day => day.date)
    .toSorted()
  return step > 0 ? dates.find(date => date > from) : dates.findLast(date => date < from)
}

export type Phase = 'past' | 'current' | 'future'

/** A period is current until just before its end. */
export function getPhase(date: string, hour: Hour, schoolNow: SchoolNow): Phase {
  if (date !== schoolNow.day) return date < schoolNow.day ? 'past' : 'future'
  if (hour.end <= schoolNow.time) return 'past'
  return hour.start <= schoolNow.time ? 'current' : 'future'
}

export const getMinutesLeft = (hour: Hour, schoolNow: SchoolNow): number =>
  minutesOf(hour.end) - minutesOf(schoolNow.time)

/** `fraction` of the row's height, 0 to 1. */
export type NowLine = { row: string; fraction: number }

/** Undefined before the first and after the last period. Between two rows, at the top of the next one. */
export function getNowLine(rows: readonly { key: string; hour: Hour }[], time: string): NowLine | undefined {
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
export type ResolvedAddress = { week: string; day: string }

/** The current time is the default. */
export function resolveAddress(
  address: TimetableAddress,
  days: readonly SchoolDay[],
  schoolNow: SchoolNow,
): ResolvedAddress {
  if (address.view === 'week') {
    const week = address.week ?? (address.day ? toIsoWeek(address.day) : getInitialWeek(days, schoolNow))
    return { week, day: parseIsoWeek(week) ?? schoolNow.day }
  }
  const opening = getInitialDay(days, schoolNow)
  const day =
    address.day ??
    (address.week && address.week !== toIsoWeek(opening) ? findFirstDay(address.week, days) : opening)
  return { week: toIsoWeek(day), day }
}

function findFirstDay(week: string, days: readonly SchoolDay[]): string {
  const day = days.find(candidate => toIsoWeek(candidate.date) === week && lessonsOf(candidate).length > 0)
  return day?.date ?? parseIsoWeek(week) ?? ''
}

/** Omits the default week, so that the address stays valid tomorrow. */
export function getAddressInView(
  view: TimetableAddress['view'],
  resolved: ResolvedAddress,
  days: readonly SchoolDay[],
  schoolNow: SchoolNow,
): TimetableAddress {
  const opening = view === 'day' ? toIsoWeek(getInitialDay(days, schoolNow)) : getInitialWeek(days, schoolNow)
  return resolved.week === opening ? { view } : { view, week: resolved.week }
}

/** `tooEarly`: not stored. `tooLate`: beyond the service's limit. */
export type StepRefusal = 'tooEarly' | 'tooLate'

/** By a week, or a day in the day view. */
export function getNextAddress(
  address: TimetableAddress,
  resolved: ResolvedAddress,
  step: 1 | -1,
  loaded: { days: readonly SchoolDay[]; schoolNow: SchoolNow; hasWeek: (week: string) => boolean },
): TimetableAddress | StepRefusal {
  const { days, schoolNow, hasWeek } = loaded
  if (address.view === 'day') {
    const adjacentDay = findAdjacentDay(days, resolved.day, step)
    if (adjacentDay) return { view: 'day', day: adjacentDay }
  }
  const week = addWeeks(resolved.week, step)
  if (getDaysForward(week, schoolNow.day) === undefined && !hasWeek(week)) {
    return week < toIsoWeek(schoolNow.day) ? 'tooEarly' : 'tooLate'
  }
  if (address.view === 'week') return { view: 'week', week }
  const monday = parseIsoWeek(week) ?? ''
  return { view: 'day', day: step > 0 ? monday : addDaysToDay(monday, 4) }
}
