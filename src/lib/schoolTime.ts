import { tzOffset } from '@date-fns/tz/tzOffset'

/** A day is `YYYY-MM-DD` in no time zone. An instant is in Unix ms. The school's time zone decides (rule 32). */

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Parses either datetime format of api.md to an instant. Returns undefined if the text has neither format or the date
 * does not exist.
 */
export function instantOf(text: string, timeZone: string): number | undefined {
  const match = shape.exec(text)
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
  if (offset === undefined) return instantOfWall(wall, timeZone)
  if (offset === 'Z') return wall
  const sign = offset.startsWith('-') ? -1 : 1
  const digits = offset.slice(1).replace(':', '')
  return wall - sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000
}

/**
 * Returns the instant when the school's clocks show `time` (`HH:MM`). In the autumn overlap it is the first one, in the
 * spring gap just after the gap.
 */
export function instantAt(day: string, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return instantOfWall(Date.UTC(year, month - 1, date, hour, minute), timeZone)
}

function instantOfWall(wall: number, timeZone: string): number {
  const offsetAt = (instant: number) => offsetIn(timeZone, instant) * 60_000
  const before = offsetAt(wall - 86_400_000)
  const after = offsetAt(wall + 86_400_000)
  // In the overlap both candidates match, and the earlier one wins. In the gap neither matches, and the old offset
  // leads to just after it.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(wall - offset) === offset) return wall - offset
  }
  return wall - before
}

export const dayOf = (instant: number, timeZone: string): string => wallAt(instant, timeZone).slice(0, 10)

export const clockOf = (instant: number, timeZone: string): string => wallAt(instant, timeZone).slice(11, 16)

/** Returns `YYYY-MM-DD HH:MM:SS` in school time, the plain format of api.md. */
export const plainDateTime = (instant: number, timeZone: string): string =>
  wallAt(instant, timeZone).slice(0, 19).replace('T', ' ')

/** Returns the school's wall clock time as if it were UTC, so that the browser's time zone has no effect. */
function wallAt(instant: number, timeZone: string): string {
  return new Date(instant + offsetIn(timeZone, instant) * 60_000).toISOString()
}

const hour = 3_600_000
/** Offsets in minutes by zone and hour of UTC. Null if the offset changes within the hour. */
const knownHours = new Map<string, Map<number, number | null>>()
const maxCachedHours = 20_000

/** Returns how far the clocks of a zone are ahead of UTC, in minutes. Cached per hour, because computing it is slow. */
function offsetIn(timeZone: string, instant: number): number {
  const asked = (at: number) => tzOffset(timeZone, new Date(at))
  const hours = knownHours.get(timeZone) ?? new Map<number, number | null>()
  const number = Math.floor(instant / hour)
  let offset = hours.get(number)
  if (offset === undefined) {
    const [first, last] = [asked(number * hour), asked((number + 1) * hour - 1)]
    offset = first === last ? first : null
    if (hours.size >= maxCachedHours) hours.clear()
    knownHours.set(timeZone, hours.set(number, offset))
  }
  return offset ?? asked(instant)
}

/** Returns ISO 8601 with the school's UTC offset and whole seconds, the other format of api.md. */
export function isoDateTime(instant: number, timeZone: string): string {
  const offset = offsetIn(timeZone, instant)
  const sign = offset < 0 ? '-' : '+'
  const size = Math.abs(offset)
  return `${plainDateTime(instant, timeZone).replace(' ', 'T')}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const two = (value: number) => String(value).padStart(2, '0')
