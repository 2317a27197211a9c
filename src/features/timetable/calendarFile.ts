import { createEvents, type EventAttributes } from 'ics'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import { toInstant } from '../../lib/schoolTime.ts'
import { truncateText } from '../../lib/truncateText.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { saveBlob } from '../../ui/saveBlob.ts'

type CalendarOptions = {
  courseId: number
  /** Makes the UIDs globally unique. */
  host: string
  className: string
  timeZone: string
  title: (lesson: PlannedLesson) => string
  description: (lesson: PlannedLesson) => string
}

/**
 * RFC 5545, in UTC. A lesson always has the same UID, so that a second import updates it. Throws if `ics`
 * rejects an entry.
 */
export function createCalendar(days: readonly SchoolDay[], options: CalendarOptions): string {
  const events = days.flatMap(lessonsOf).map(lesson => createEvent(lesson, options))
  const { value, error } = createEvents(events, {
    calName: removeControlCharacters(options.className),
    productId: 'staffroom',
  })
  if (error || value === null) throw error ?? new Error('no calendar was written')
  return foldLines(value)
}

const maxOctets = 75

/** 75 octets per line (RFC 5545, 3.1), because `ics` counts characters. */
const foldLines = (text: string) =>
  text
    .replaceAll(/\r\n[\t ]/g, '')
    .split('\r\n')
    .map(foldLine)
    .join('\r\n')

function foldLine(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

function createEvent(lesson: PlannedLesson, options: CalendarOptions): EventAttributes {
  const { start, end } = lesson.hour
  const toUtc = (day: string, time: string) => toInstant(day, time, options.timeZone)
  // The lesson ends after midnight.
  const lastDay = end < start ? addDaysToDay(lesson.date, 1) : lesson.date
  return {
    uid: `${options.courseId}-${lesson.key.replaceAll(/[^a-z0-9]+/gi, '-')}@${options.host}`,
    title: removeControlCharacters(options.title(lesson)),
    description: removeControlCharacters(options.description(lesson)),
    location: removeControlCharacters(lesson.room.current),
    status: lesson.change === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
    busyStatus: lesson.change === 'cancelled' ? 'FREE' : 'BUSY',
    start: toUtc(lesson.date, start),
    end: toUtc(lastDay, end),
  }
}

// `ics` escapes line feeds only. Other control characters would break the line.
const removeControlCharacters = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')

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
