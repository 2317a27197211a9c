import { compareHours, type Hour, type PlannedLesson } from '../../contract/plannedLesson.ts'
import { type DaySlot, lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { mondayOfWeek, plusDays, weekday, weekOf } from '../../lib/week.ts'
import type { Present } from './present.ts'

/** A column of the week. `loaded` is false for a day the service's answer doesn't reach. */
export type WeekColumn = Omit<SchoolDay, 'slots'> & { loaded: boolean }

/** One hour or break over the days; `cells` in the order of the columns. */
export type WeekRow = { key: string; hour: Hour; isBreak: boolean; cells: WeekCell[] }
export type WeekCell = { lessons: PlannedLesson[] }

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
  const rows = hoursOf(inWeek.length > 0 ? inWeek : days.flatMap(day => day.slots)).map(row => ({
    ...row,
    cells: shown.map(day => ({
      lessons: day.slots.filter(slot => slot.key === row.key).flatMap(slot => slot.lessons),
    })),
  }))
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

/** One row per hour, at the time most days have it; breaks that overlap are one row. */
function hoursOf(slots: readonly DaySlot[]): Omit<WeekRow, 'cells'>[] {
  const rows = [...Map.groupBy(slots, slot => slot.key)].map(([key, same]) => ({
    key,
    hour: commonest(same.map(slot => slot.hour)),
    isBreak: same.every(slot => slot.isBreak),
  }))
  const sorted = rows.toSorted((a, b) => compareHours(a.hour, b.hour))
  return sorted.filter((row, index) => {
    const before = sorted[index - 1]
    return !(row.isBreak && before?.isBreak && row.hour.start < before.hour.end)
  })
}

function commonest(hours: readonly Hour[]): Hour {
  const groups = [...Map.groupBy(hours, hour => `${hour.start}-${hour.end}`).values()]
  const largest = groups.reduce((best, group) => (group.length > best.length ? group : best))
  const [hour] = largest
  if (!hour) throw new Error('a row without an hour')
  return hour
}

/**
 * The week a timetable opens with: this one, but at the weekend, once its lessons are over, the next that has
 * lessons (the coming one where none is known).  */
export function openingWeek(days: readonly SchoolDay[], now: Present): string {
  if (weekday(now.day) <= 5) return weekOf(now.day)
  const next = nextLesson(days, now)
  return weekOf(next?.date ?? plusDays(now.day, 7))
}

/** The first lesson that is not over yet and not cancelled; of one subject when its id is given. */
export function nextLesson(
  days: readonly SchoolDay[],
  after: Present,
  subjectId?: number,
): PlannedLesson | undefined {
  for (const day of days.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (day.date < after.day) continue
    const found = lessonsOf(day).find(
      lesson =>
        lesson.change !== 'cancelled' &&
        (subjectId === undefined || lesson.subject.id === subjectId) &&
        (day.date > after.day || lesson.hour.end > after.time),
    )
    if (found) return found
  }
  return undefined
}
