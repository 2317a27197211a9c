/** An event of a calendar. `start`, `end` and `stamp` are in Unix ms. */
export type CalendarEvent = {
  /** Globally unique, and the same for the same event in each version of the calendar. */
  uid: string
  start: number
  end: number
  summary: string
  /** May have several lines. */
  description: string
  location: string
  isCancelled: boolean
}

export type Calendar = {
  name: string
  /** When the calendar was created, in Unix ms. */
  stamp: number
  events: readonly CalendarEvent[]
  /** How often subscribers should fetch it, in minutes. */
  refreshMinutes?: number
}

/** Serializes to iCalendar (RFC 5545). Times are in UTC, so that no time zone must be described. */
export function formatCalendar({ name, stamp, events, refreshMinutes }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Staffroom//Timetable//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    // RFC 7986 § 5.1, and the older name that more programs know.
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(refreshMinutes === undefined
      ? []
      : [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`, `X-PUBLISHED-TTL:PT${refreshMinutes}M`]),
    ...events.flatMap(event => formatEvent(event, stamp)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${foldLine(line)}\r\n`).join('')
}

const formatEvent = (event: CalendarEvent, stamp: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(event.uid)}`,
  `DTSTAMP:${formatUtc(stamp)}`,
  `DTSTART:${formatUtc(event.start)}`,
  `DTEND:${formatUtc(event.end)}`,
  `SUMMARY:${escapeText(event.summary)}`,
  ...(event.location === '' ? [] : [`LOCATION:${escapeText(event.location)}`]),
  ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
  'END:VEVENT',
]

/** `20261118T080000Z`. */
const formatUtc = (instant: number) =>
  new Date(instant)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')

/** RFC 5545 § 3.3.11. Control characters other than line breaks are not allowed in a text. */
const escapeText = (text: string) =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const maxOctets = 75

/** Lines have at most 75 octets (RFC 5545 § 3.1). A character is never split. */
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
