import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readDay } from '../../contract/schoolDay.ts'
import type { Slot } from '../../contract/timeline.ts'
import { day, english, hour, maths } from '../../testing/sampleDays.ts'
import { createCalendar, getCalendarFileName } from './calendarFile.ts'

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => void vi.unstubAllEnvs())

const write = (...days: Parameters<typeof readDay>[0][]) => writeIn('Europe/Berlin', ...days)
const writeIn = (timeZone: string, ...days: Parameters<typeof readDay>[0][]) =>
  createCalendar(days.map(readDay), {
    courseId: 8,
    host: 'school.example',
    className: '8b',
    timeZone,
    now: Date.parse('2026-11-18T09:20:00Z'),
    title: ({ subject }) => subject.name,
    description: ({ teacher }) => teacher.current,
  })

const overnight = (): Slot => ({
  ...hour(1, maths),
  unit: { ...hour(1).unit, start: '23:30', end: '00:15' },
})

it('ends a lesson past midnight on the next day', () => {
  const text = write(day('2026-11-18', [overnight()]))
  expect(text).toContain('DTSTART:20261118T223000Z')
  expect(text).toContain('DTEND:20261118T231500Z')
})

it('names the host in each UID', () => {
  const text = write(day('2026-11-18', [hour(1, maths)]))
  expect(text.match(/^UID:.+/gm)).toEqual([expect.stringMatching(/^UID:8-[\w-]+@school\.example$/)])
})

it('folds lines at 75 octets between characters', () => {
  const name = 'Übungsstunde 🦊👩‍🏫 '.repeat(30)
  const text = write(day('2026-11-18', [hour(1, { ...maths, name })]))
  const lines = text.split('\r\n')
  const encoder = new TextEncoder()
  expect(Math.max(...lines.map(line => encoder.encode(line).length))).toBeLessThanOrEqual(75)
  expect(lines.every(line => line.isWellFormed())).toBe(true)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}`)
})

it('writes UTC times before and after a DST change', () => {
  const text = write(day('2026-10-23', [hour(1, maths)]), day('2026-10-26', [hour(1, maths)]))
  expect(text).toContain('DTSTART:20261023T060000Z')
  expect(text).toContain('DTSTART:20261026T070000Z')
  expect(text).toContain('DTEND:20261026T074500Z')
})

it('writes UTC times for half-hour offsets', () => {
  const text = writeIn(
    'Australia/Adelaide',
    day('2026-10-02', [hour(1, maths)]),
    day('2026-10-05', [hour(1, maths)]),
  )
  expect(text).toContain('DTSTART:20261001T223000Z')
  expect(text).toContain('DTSTART:20261004T213000Z')
  expect(text).toContain('DTEND:20261004T221500Z')
})

it('marks cancelled lessons, with stable UIDs', () => {
  const days = [
    day('2026-11-18', [hour(1, maths), hour(2, english)], {
      representations: [{ unit_id: 102, kind: 'cancelled' }],
    }),
  ]
  const text = write(...days)
  expect(text.match(/^STATUS:\w+/gm)).toEqual(['STATUS:CONFIRMED', 'STATUS:CANCELLED'])
  const names = text.match(/UID:.+/g)
  expect(new Set(names).size).toBe(2)
  expect(write(...days).match(/UID:.+/g)).toEqual(names)
})

it('escapes line breaks, and removes control characters', () => {
  const text = write(day('2026-11-18', [hour(1, { ...maths, name: 'Maths\r\nSTATUS:CANCELLED\u0007' })]))
  expect(text.match(/^STATUS:.*$/gm)).toEqual(['STATUS:CONFIRMED'])
  expect(text).not.toContain('\u0007')
})

it('getCalendarFileName returns a safe file name', () => {
  expect(getCalendarFileName('8b', '2026-W47')).toBe('8b-2026-W47.ics')
  expect(getCalendarFileName('../Ü 8/b\\"<>', '2026-W47')).toBe('Ü-8-b-2026-W47.ics')
  expect(getCalendarFileName('//', '2026-W47')).toBe('timetable-2026-W47.ics')
})
