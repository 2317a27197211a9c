import { z } from 'zod/mini'
import { isRecord } from '../../lib/isRecord.ts'
import { parseJson } from '../../lib/parseJson.ts'

/** The last change to one part of a setting, e.g. to one phrase. */
export const Entry = z.object({
  /** Time of the service, in Unix ms. */
  at: z.int().check(z.nonnegative()),
  /** Null if the part was deleted. Unknown, because a newer release may have stored it. */
  value: z.unknown(),
})
type Entry = z.output<typeof Entry>

/** Parts of a setting by ID. */
export type Entries = Readonly<Record<string, Entry>>

/** The later change to an entry wins. The result does not depend on the order of the arguments. */
export function mergeEntries(a: Entries, b: Entries): Entries {
  const merged = new Map(Object.entries(a))
  for (const [id, entry] of Object.entries(b)) {
    const other = merged.get(id)
    if (!other || isLater(entry, other)) merged.set(id, entry)
  }
  return Object.fromEntries(merged)
}

/** Compares the values if both changes have the same time, so that the same one wins on all devices. */
const isLater = (entry: Entry, other: Entry): boolean =>
  entry.at > other.at || (entry.at === other.at && JSON.stringify(entry.value) > JSON.stringify(other.value))

/** Returns the entries with a change at `now`, which wins over the change that it replaces. */
export const setEntry = (entries: Entries, id: string, value: unknown, now: number): Entries => ({
  ...entries,
  [id]: { at: Math.max(now, (entries[id]?.at ?? -1) + 1), value },
})

/** Deletions must reach the other devices, so an entry without a value remains. */
export const removeEntry = (entries: Entries, id: string, now: number): Entries =>
  entries[id] ? setEntry(entries, id, null, now) : entries

export const isDeleted = ({ value }: Entry): boolean => value === null

export function isSameEntries(a: Entries, b: Entries): boolean {
  const ids = Object.keys(a)
  return (
    ids.length === Object.keys(b).length &&
    ids.every(id => {
      const [one, other] = [a[id], b[id]]
      return one?.at === other?.at && JSON.stringify(one?.value) === JSON.stringify(other?.value)
    })
  )
}

export type EntryLimits = {
  /** Maximum number of entries that are not deleted. */
  maxEntries: number
  /** Entries with a lower rank are dropped first. */
  rank(entry: Entry, now: number): number
}

/** A device that was off for longer may restore an entry that was deleted elsewhere. */
export const deletionMs = 180 * 86_400_000
const maxDeletions = 200
/** In UTF-8. The service accepts 64 kB. */
export const maxEntryBytes = 60_000

/** Drops old deletions, and the entries with the lowest rank above the limits. */
export function limitEntries(entries: Entries, { maxEntries, rank }: EntryLimits, now: number): Entries {
  const all = Object.entries(entries)
  const deleted = all
    .filter(([, entry]) => isDeleted(entry) && entry.at > now - deletionMs)
    .toSorted(([idA, a], [idB, b]) => b.at - a.at || compareIds(idA, idB))
    .slice(0, maxDeletions)
  const ranked = all
    .filter(([, entry]) => !isDeleted(entry))
    .map(([id, entry]) => ({ id, entry, rank: rank(entry, now) }))
    .toSorted((a, b) => b.rank - a.rank || compareIds(a.id, b.id))
    .slice(0, maxEntries)
    .map(({ id, entry }) => [id, entry] as const)
  let size = 0
  const remaining = [...deleted, ...ranked].filter(([id, entry]) => {
    const entrySize = getByteLength(JSON.stringify([id, entry]))
    if (size + entrySize > maxEntryBytes) return false
    size += entrySize
    return true
  })
  return remaining.length === all.length ? entries : Object.fromEntries(remaining)
}

const compareIds = (a: string, b: string) => (a < b ? -1 : 1)
const encoder = new TextEncoder()
const getByteLength = (text: string) => encoder.encode(text).length

/** A newer release that stores another format uses another number, so that this one does not overwrite it. */
const format = 1

export const serializeEntries = (entries: Entries): string => JSON.stringify({ format, entries })

/** Returns undefined if another program or a newer release has written the value. Omits invalid entries. */
export function parseEntries(text: string | null): Entries | undefined {
  if (text === null) return {}
  const stored = parseJson(text)
  if (!isRecord(stored) || stored.format !== format || !isRecord(stored.entries)) return undefined
  const parsed = Object.entries(stored.entries).flatMap(([id, entry]) => {
    const { data } = Entry.safeParse(entry)
    return data ? [[id, data] as const] : []
  })
  return Object.fromEntries(parsed)
}
