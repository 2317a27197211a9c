import type { PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { formatCalendar } from '../../lib/icalendar.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import { getInstants } from '../../lib/schoolTime.ts'
import { truncateText } from '../../lib/truncateText.ts'
import { saveBlob } from '../../ui/saveBlob.ts'

type CalendarOptions = {
  courseId: number
  /** Makes the UIDs globally unique. */
  host: string
  className: string
  timeZone: string
  /** Unix ms. */
  now: number
  title: (lesson: PlannedLesson) => string
  description: (lesson: PlannedLesson) => string
}

/** A lesson always has the same UID, so that a second import updates it. */
export function createCalendar(days: readonly SchoolDay[], options: CalendarOptions): string {
  const { courseId, host, className, timeZone, now, title, description } = options
  const events = days.flatMap(lessonsOf).map(lesson => ({
    uid: `${courseId}-${lesson.key.replaceAll(/[^a-z0-9]+/gi, '-')}@${host}`,
    ...getInstants(lesson.date, lesson.hour, timeZone),
    summary: title(lesson),
    description: description(lesson),
    location: lesson.room.current,
    isCancelled: lesson.change === 'cancelled',
  }))
  return formatCalendar({ name: className, stamp: now, events })
}

export function saveCalendar(days: readonly SchoolDay[], options: CalendarOptions, week: string): void {
  const blob = new Blob([createCalendar(days, options)], { type: 'text/calendar;charset=utf-8' })
  saveBlob(blob, getCalendarFileName(options.className, week))
}

/** Valid on every system: `8b-2026-W47.ics`. */
export function getCalendarFileName(className: string, week: string): string {
  const plain = normalizeText(className, 'NFKC').replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const name = truncateText(plain.replaceAll(/^-+|-+$/g, ''), 40)
  return `${name || 'timetable'}-${week}.ics`
}
