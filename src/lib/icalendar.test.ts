import { expect, it } from 'vitest'
import { type CalendarEvent, formatCalendar } from './icalendar.ts'

const lesson: CalendarEvent = {
  uid: 'a@school.example',
  start: Date.parse('2026-11-18T07:00:00Z'),
  end: Date.parse('2026-11-18T07:45:00Z'),
  summary: 'Maths',
  description: 'Teacher: Albrecht',
  location: '204',
  isCancelled: false,
}
const stamp = Date.parse('2026-11-18T09:20:31.500Z')
const format = (...events: Partial<CalendarEvent>[]) =>
  formatCalendar({ name: '8b', stamp, events: events.map(event => ({ ...lesson, ...event })) })
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

it('writes the required properties of RFC 5545 in UTC', () => {
  expect(format({})).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Staffroom//Timetable//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:8b',
      'X-WR-CALNAME:8b',
      'BEGIN:VEVENT',
      'UID:a@school.example',
      'DTSTAMP:20261118T092031Z',
      'DTSTART:20261118T070000Z',
      'DTEND:20261118T074500Z',
      'SUMMARY:Maths',
      'LOCATION:204',
      'DESCRIPTION:Teacher: Albrecht',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

it('marks a cancelled event, and omits empty texts', () => {
  const lines = unfold(format({ isCancelled: true, location: '', description: '' }))
  expect(lines).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'TRANSP:TRANSPARENT']))
  expect(lines.filter(line => /^(?:LOCATION|DESCRIPTION)/.test(line))).toEqual([])
})

it('suggests how often to fetch the calendar', () => {
  const lines = unfold(formatCalendar({ name: '8b', stamp, events: [], refreshMinutes: 60 }))
  expect(lines).toEqual(
    expect.arrayContaining(['REFRESH-INTERVAL;VALUE=DURATION:PT60M', 'X-PUBLISHED-TTL:PT60M']),
  )
})

it.each([
  ['a, b; c\\d', 'a\\, b\\; c\\\\d'],
  ['one\ntwo\r\nthree\rfour\u2028five', 'one\\ntwo\\nthree\\nfour\\nfive'],
  ['bell\u0007, tab\t, delete\u007f', 'bell \\, tab \\, delete '],
  ['END:VEVENT\r\nBEGIN:VEVENT', 'END:VEVENT\\nBEGIN:VEVENT'],
])('escapes %j', (text, escaped) => {
  const lines = unfold(format({ summary: text, description: text, location: text }))
  for (const name of ['SUMMARY', 'DESCRIPTION', 'LOCATION']) expect(lines).toContain(`${name}:${escaped}`)
  expect(lines.filter(line => line === 'BEGIN:VEVENT')).toHaveLength(1)
})

it('folds lines at 75 octets between characters', () => {
  const summary = 'Übungsstunde 🦊👩‍🏫 '.repeat(30)
  const text = format({ summary })
  const encoder = new TextEncoder()
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map(line => encoder.encode(line).length))).toBe(75)
  expect(lines.every(line => line.isWellFormed())).toBe(true)
  expect(unfold(text)).toContain(`SUMMARY:${summary}`)
})
