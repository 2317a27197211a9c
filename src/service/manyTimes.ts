import { plainDateTime } from '../lib/schoolTime.ts'

/**
 * `plainDateTime` for many instants, which come as the store has them (`2026-11-21T08:00:00.000Z`): asks the time zone
 * once an hour and not for each. Where the school is not whole hours away, or the clocks change, each is asked.
 */
export function manyTimes(timeZone: string): (instant: string) => string {
  const plain = (instant: string) => plainDateTime(Date.parse(instant), timeZone)
  /** What the clocks show in an hour, `2026-11-21 09`, by the hour in UTC. */
  const hours = new Map<string, string | null>()
  const shown = (hour: string): string | null => {
    const [first, last] = [plain(`${hour}:00:00.000Z`), plain(`${hour}:59:59.000Z`)]
    return first.endsWith(':00:00') && last === `${first.slice(0, 13)}:59:59` ? first.slice(0, 13) : null
  }
  return instant => {
    const hour = instant.slice(0, 13)
    let known = hours.get(hour)
    if (known === undefined) {
      known = shown(hour)
      hours.set(hour, known)
    }
    return known === null ? plain(instant) : known + instant.slice(13, 19)
  }
}
