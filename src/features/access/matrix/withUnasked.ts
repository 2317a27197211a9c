import type { Thing } from './thing.ts'
import type { ThingAccess } from './thingAccess.ts'

const hidden = { state: 'hidden' } as const
const unasked = { state: 'unasked' } as const

/** With what the lists tell of things that nothing is asked about. What was learned all the same, in the drawer, stands. */
export function withUnasked(
  access: ReadonlyMap<string, ThingAccess>,
  things: readonly Thing[],
): ReadonlyMap<string, ThingAccess> {
  const closed = things.filter(({ key, seesAccess }) => seesAccess !== true && !access.has(key))
  if (closed.length === 0) return access
  const all = new Map(access)
  for (const { key, seesAccess } of closed) all.set(key, seesAccess === false ? hidden : unasked)
  return all
}
