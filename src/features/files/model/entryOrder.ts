import type { ClassFile } from '../../../contract/files.ts'
import { dayOf, instantOf } from '../../../lib/schoolTime.ts'
import type { Sorting } from '../filesAddress.ts'
import type { FileIndex } from './fileIndex.ts'

/** When a file got its newest version, and a folder its place. */
export const addedAt = ({ document, created_at }: ClassFile): string => document?.uploaded ?? created_at

/**
 * How entries stand to each other: folders before files, and equal ones by name. `by` names the order where it depends on
 * nothing but the entries themselves; `turned` the one that has the folders and the files of this one in reverse.
 */
export type EntryOrder = {
  by: string | undefined
  turned: string | undefined
  compare: (a: ClassFile, b: ClassFile) => number
}

/** `counts` answers how many entries a folder has: its size in the list. */
export function entryOrder(
  { by, descending }: Sorting,
  { language, timeZone, index }: { language: string; timeZone: string; index: FileIndex },
): EntryOrder {
  const { compare } = collatorOf(language)
  const sign = descending ? -1 : 1
  const byName: Compare = (a, b) => compare(a.name, b.name) || a.id - b.id
  const byFolder: Compare = (a, b) => Number(b.is_dir) - Number(a.is_dir)
  const named = (sign: number) => `${by} ${sign} ${language} ${timeZone}`
  if (by === 'name') {
    return {
      by: named(sign),
      turned: named(-sign),
      compare: (a, b) => byFolder(a, b) || sign * byName(a, b),
    }
  }
  const measure = by === 'size' ? (entry: ClassFile) => sizeOf(entry, index) : instants(timeZone)
  const measured = new Map<ClassFile, number>()
  const of = (entry: ClassFile) => {
    const value = measured.get(entry) ?? measure(entry)
    measured.set(entry, value)
    return value
  }
  return {
    // The size of a folder is what is in it.
    by: by === 'size' ? undefined : named(sign),
    // Equal ones stand by name in both.
    turned: undefined,
    compare: (a, b) => byFolder(a, b) || sign * (of(a) - of(b)) || byName(a, b),
  }
}

type Compare = EntryOrder['compare']

/** Counts: `page 2` before `page 10`. */
const collators = new Map<string, Intl.Collator>()
function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}

const sizeOf = (entry: ClassFile, index: FileIndex) =>
  entry.is_dir ? index.children(entry.id).length : (entry.document?.size ?? 0)

/** Instants of entries. The offset of a day is asked for once: a time zone is slow to say it, and thousands share a day. */
function instants(timeZone: string): (entry: ClassFile) => number {
  const offsets = new Map<string, number | undefined>()
  return entry => {
    const text = addedAt(entry)
    const day = text.slice(0, 10)
    const wall = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Number.NaN : Date.parse(`${text.replace(' ', 'T')}Z`)
    if (Number.isNaN(wall)) return instantOf(text, timeZone) ?? 0
    if (!offsets.has(day)) offsets.set(day, steadyOffset(day, timeZone))
    const offset = offsets.get(day)
    return offset === undefined ? (instantOf(text, timeZone) ?? 0) : wall - offset
  }
}

/** How far the clocks of a day are ahead of UTC, in ms; `undefined` where they change that day, or it is none. */
function steadyOffset(day: string, timeZone: string): number | undefined {
  const first = instantOf(`${day}T00:00:00`, timeZone)
  const last = instantOf(`${day}T23:59:59`, timeZone)
  if (first === undefined || last === undefined || dayOf(first, timeZone) !== day) return undefined
  const offset = Date.parse(`${day}T00:00:00Z`) - first
  return Date.parse(`${day}T23:59:59Z`) - last === offset ? offset : undefined
}
