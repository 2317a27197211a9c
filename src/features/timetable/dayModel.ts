import type { PlannedLesson } from '../../contract/plannedLesson.ts'
import { type DaySlot, lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { weekday } from '../../lib/week.ts'
import type { Present } from './present.ts'
import { nextLesson } from './weekModel.ts'

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
  const used = slots.filter(slot => slot.isBreak || slot.lessons.length > 0)
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
