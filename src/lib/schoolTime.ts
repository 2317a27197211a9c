import { tzOffset } from '@date-fns/tz/tzOffset'
import { addDaysToDay } from './week.ts'

/** A day is `YYYY-MM-DD`, an instant is in Unix ms. The school's time zone decides (rule 32). */

const dateTimePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Parses both formats of api.md. Returns undefined for other formats and impossible dates. */
export function parseInstant(text: string, timeZone: string): number | undefined {
  const match = dateTimePattern.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = match
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0')),
  )
  const real = new Date(wall)
  if (real.getUTCMonth() !== Number(month) - 1 || real.getUTCDate() !== Number(day)) return undefined
  if (Number(hour) > 23 || Number(minute) > 59) return undefined
  if (offset === undefined) return wallToInstant(wall, timeZone)
  if (offset === 'Z') return wall
  const sign = offset.startsWith('-') ? -1 : 1
  const digits = offset.slice(1).replace(':', '')
  return wall - sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000
}

/** When the school's clocks show `HH:MM`: the first time in the autumn overlap, just after the spring gap. */
export function toInstant(day: string, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return wallToInstant(Date.UTC(year, month - 1, date, hour, minute), timeZone)
}

function wallToInstant(wall: number, timeZone: string): number {
  const offsetAt = (instant: number) => getOffset(timeZone, instant) * 60_000
  const before = offsetAt(wall - 86_400_000)
  const after = offsetAt(wall + 86_400_000)
  // In the overlap both offsets match, and the earlier instant wins. In the gap neither matches, and the old
  // offset leads past it.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(wall - offset) === offset) return wall - offset
  }
  return wall - before
}

/** Start and end of a lesson (`HH:MM`). It may end after midnight. */
export function getInstants(
  day: string,
  { start, end }: { start: string; end: string },
  timeZone: string,
): { start: number; end: number } {
  const lastDay = end < start ? addDaysToDay(day, 1) : day
  return { start: toInstant(day, start, timeZone), end: toInstant(lastDay, end, timeZone) }
}

export const toSchoolDay = (instant: number, timeZone: string): string =>
  toWallTime(instant, timeZone).slice(0, 10)

export const toClockTime = (instant: number, timeZone: string): string =>
  toWallTime(instant, timeZone).slice(11, 16)

/** `YYYY-MM-DD HH:MM:SS`, the plain format of api.md. */
export const plainDateTime = (instant: number, timeZone: string): string =>
  toWallTime(instant, timeZone).slice(0, 19).replace('T', ' ')

/** School time as if it were UTC, so that the browser's time zone has no effect. */
function toWallTime(instant: number, timeZone: string): string {
  return new Date(instant + getOffset(timeZone, instant) * 60_000).toISOString()
}

const dayMs = 86_400_000
/** In minutes by zone and day of UTC. Null if the offset changes within the day. */
const offsetsByDay = new Map<string, Map<number, number | null>>()
const maxCachedDays = 20_000

/** UTC offset in minutes. Computing it is slow. */
function getOffset(timeZone: string, instant: number): number {
  const lookUpOffset = (at: number) => tzOffset(timeZone, new Date(at))
  const days = offsetsByDay.get(timeZone) ?? new Map<number, number | null>()
  const dayIndex = Math.floor(instant / dayMs)
  let offset = days.get(dayIndex)
  if (offset === undefined) {
    const [first, last] = [lookUpOffset(dayIndex * dayMs), lookUpOffset((dayIndex + 1) * dayMs - 1)]
    offset = first === last ? first : null
    if (days.size >= maxCachedDays) days.clear()
    offsetsByDay.set(timeZone, days.set(dayIndex, offset))
  }
  return offset ?? lookUpOffset(instant)
}

/** ISO 8601 with the school's UTC offset, the other format of api.md. */
export function isoDateTime(instant: number, timeZone: string): string {
  const offset = getOffset(timeZone, instant)
  const sign = offset < 0 ? '-' : '+'
  const size = Math.abs(offset)
  return `${plainDateTime(instant, timeZone).replace(' ', 'T')}${sign}${padTwo(Math.floor(size / 60))}:${padTwo(size % 60)}`
}

const padTwo = (value: number) => String(value).padStart(2, '0')

/** `YYYY-MM-DD` and `HH:MM` at the school. */
export type SchoolNow = { day: string; time: string }

export const getSchoolNow = (instant: number, timeZone: string): SchoolNow => ({
  day: toSchoolDay(instant, timeZone),
  time: toClockTime(instant, timeZone),
})
