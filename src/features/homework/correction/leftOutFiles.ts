import type { Outbox } from '../../../outbox/Outbox.ts'

/** Files a service did not take because it takes none at all, counted by lane. */
type LeftOut = ReadonlyMap<string, number>
const none: LeftOut = new Map()

// As long as the session: its outbox is made anew for the next one.
const known = new WeakMap<Outbox, LeftOut>()
const listeners = new Set<() => void>()

/** Empty until the service has said that it offers no uploads. */
export const leftOutFiles = (outbox: Outbox): LeftOut => known.get(outbox) ?? none

export function leaveOut(outbox: Outbox, lane: string): void {
  const before = leftOutFiles(outbox)
  known.set(outbox, new Map(before).set(lane, (before.get(lane) ?? 0) + 1))
  for (const listener of listeners) listener()
}

export function onLeftOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
