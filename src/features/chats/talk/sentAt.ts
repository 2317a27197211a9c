import { clockOf, dayOf, instantOf } from '../../../lib/schoolTime.ts'

/** When a message was sent, as the school's calendar and clocks say it. `minute` counts on those clocks, from any start. */
export type SentAt = { day: string; clock: string; minute: number }

const plain = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/

/**
 * Reads `sent_at` in either format of api.md. Lists send school time as it is: cutting it is all there is to do, for a
 * row that scrolls by has no time for time zones. `undefined` where it is no real date.
 */
export function sentAt(text: string, timeZone: string): SentAt | undefined {
  const [, plainDay, plainClock] = plain.exec(text) ?? []
  if (plainDay && plainClock) return onClocks(plainDay, plainClock)
  const instant = instantOf(text, timeZone)
  return instant === undefined ? undefined : onClocks(dayOf(instant, timeZone), clockOf(instant, timeZone))
}

function onClocks(day: string, clock: string): SentAt | undefined {
  const start = Date.parse(`${day}T${clock}:00Z`)
  return Number.isNaN(start) ? undefined : { day, clock, minute: start / 60_000 }
}
