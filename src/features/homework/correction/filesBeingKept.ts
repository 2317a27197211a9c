import type { Outbox } from '../../../outbox/Outbox.ts'

/** How many files of which draft are on their way into the outbox: a correction does not go without them. */
const counts = new WeakMap<Outbox, Map<string, number>>()

export function countFileBeingKept(outbox: Outbox, key: string, by: number): void {
  const ofOutbox = counts.get(outbox) ?? new Map<string, number>()
  counts.set(outbox, ofOutbox)
  ofOutbox.set(key, (ofOutbox.get(key) ?? 0) + by)
}

export const isKeepingFiles = (outbox: Outbox, key: string): boolean =>
  (counts.get(outbox)?.get(key) ?? 0) > 0
