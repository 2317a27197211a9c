import { useEffect, useMemo, useState } from 'react'
import type { ClassFile } from '../../contract/files.ts'
import { parseInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import type { Sorting } from './filesAddress.ts'
import { createFinder, type FileIndex } from './model/fileIndex.ts'

/** Maximum number of entries that are sorted synchronously. More are sorted in steps that yield to the event loop. */
const atOnce = 6000

/**
 * Returns the content of a folder. Undefined while thousands of entries are being sorted for the first time. Later the
 * previous content remains until the new one is ready.
 */
export function useArranged({ index, folderId, find, order }: Arranging): Arranged | undefined {
  const task = useMemo(() => ({ index, folderId, find, order }), [index, folderId, find, order])
  const now = useMemo(() => (worth(task) <= atOnce ? allSteps(arrangeSteps(task)) : undefined), [task])
  const [kept, setKept] = useState<{ folderId: number; arranged: Arranged }>()
  // Set during rendering. An effect would render everything twice.
  if (now && kept?.arranged !== now) setKept({ folderId, arranged: now })
  useEffect(() => {
    if (now) return
    return stepsInTurns(arrangeSteps(task), arranged => setKept({ folderId: task.folderId, arranged }))
  }, [now, task])
  return now ?? (kept?.folderId === folderId ? kept.arranged : undefined)
}

/** Maximum time without yielding to the event loop, in ms. */
const turn = 8

/** Runs all steps at once. */
export function allSteps<T>(steps: Generator<void, T>): T {
  let next = steps.next()
  while (!next.done) next = steps.next()
  return next.value
}

/** Runs the steps and yields to the event loop between them. Returns a function that cancels it. */
function stepsInTurns<T>(steps: Generator<void, T>, done: (value: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const take = () => {
    const end = performance.now() + turn
    do {
      const next = steps.next()
      if (next.done) return done(next.value)
    } while (performance.now() < end)
    timer = setTimeout(take)
  }
  timer = setTimeout(take)
  return () => clearTimeout(timer)
}

/** Content of a folder: all its entries, or the matches in it, followed by those below it. */
type Arranged = {
  rows: readonly ClassFile[]
  /** Number of rows in the folder itself. The others are further down. */
  here: number
}

type Arranging = {
  index: FileIndex
  folderId: number
  /** Search words. '' for everything in the folder. */
  find: string
  order: EntryOrder
}

/** Number of names that are searched in one step, which takes a millisecond or two. */
const names = 4000

type Sorted = { by: string; rows: readonly ClassFile[] }

/** Folders that were sorted before, because users return to them. */
const sorted = new WeakMap<readonly ClassFile[], Sorted>()

/** Sorts or searches a folder in steps. */
export function* arrangeSteps({ index, folderId, find, order }: Arranging): Generator<void, Arranged> {
  const children = index.children(folderId)
  if (find.trim() === '') {
    const before = sorted.get(children)
    const rows = (before && sortedAs(order, before)) ?? (yield* sortSteps(children, order.compare))
    if (order.by !== undefined) sorted.set(children, { by: order.by, rows })
    return { rows, here: rows.length }
  }
  const finder = createFinder(index.below(folderId), find)
  while (!finder.step(names)) yield
  const inHere = new Set(children)
  const found = Map.groupBy(finder.found, entry => (inHere.has(entry) ? 'here' : 'below'))
  const here = yield* sortSteps(found.get('here') ?? [], order.compare)
  const below = yield* sortSteps(found.get('below') ?? [], order.compare)
  return { rows: [...here, ...below], here: here.length }
}

/**
 * Returns earlier rows if they have this order, or reverses them if they have the opposite one. Folders stay before
 * files.
 */
function sortedAs(order: EntryOrder, { by, rows }: Sorted): readonly ClassFile[] | undefined {
  if (by === order.by) return rows
  if (by !== order.turned) return undefined
  return [true, false].flatMap(isFolder => rows.filter(({ is_dir }) => is_dir === isFolder).reverse())
}

/** Returns the number of entries that have to be visited. */
const worth = ({ index, folderId, find }: Arranging): number =>
  (find.trim() === '' ? index.children(folderId) : index.below(folderId)).length

/** Sorts items in steps of some thousand comparisons. Stable. */
function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += step) {
    runs.push(items.slice(at, at + step).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

const step = 1000

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = []
  const [lefts, rights] = [left.values(), right.values()]
  let a = lefts.next()
  let b = rights.next()
  while (!a.done || !b.done) {
    if (!a.done && (b.done || compare(a.value, b.value) <= 0)) {
      merged.push(a.value)
      a = lefts.next()
    } else if (!b.done) {
      merged.push(b.value)
      b = rights.next()
    }
    if (merged.length % step === 0) yield
  }
  return merged
}

/** Returns when a file got its newest version, or when a folder was created. */
export const addedAt = ({ document, created_at }: ClassFile): string => document?.uploaded ?? created_at

/**
 * Order of entries: folders before files, and equal ones by name. `by` identifies the order if it depends on the
 * entries alone. `turned` identifies the opposite order, if there is one.
 */
export type EntryOrder = {
  by: string | undefined
  turned?: string
  compare: (a: ClassFile, b: ClassFile) => number
}

/** Creates the order of a column. `index` has the number of entries in a folder, which is its size in the list. */
export function entryOrder(
  { by, descending }: Sorting,
  { language, timeZone, index }: { language: string; timeZone: string; index: FileIndex },
): EntryOrder {
  const { compare } = collatorOf(language)
  const sign = descending ? -1 : 1
  const byName: Compare = (a, b) => compare(a.name, b.name) || a.id - b.id
  const byFolder: Compare = (a, b) => Number(b.is_dir) - Number(a.is_dir)
  const nameOf = (way: number) => `${by} ${way} ${language} ${timeZone}`
  const named = nameOf(sign)
  if (by === 'name') {
    return { by: named, turned: nameOf(-sign), compare: (a, b) => byFolder(a, b) || sign * byName(a, b) }
  }
  const measure = measureOf(by, index, timeZone)
  const measured = new Map<ClassFile, number>()
  const of = (entry: ClassFile) => {
    const value = measured.get(entry) ?? measure(entry)
    measured.set(entry, value)
    return value
  }
  return {
    // The size of a folder depends on other entries.
    by: by === 'size' ? undefined : named,
    compare: (a, b) => byFolder(a, b) || sign * (of(a) - of(b)) || byName(a, b),
  }
}

/** Returns the number that a column sorts by. A new column does not compile until it has one. */
function measureOf(
  by: Exclude<Sorting['by'], 'name'>,
  index: FileIndex,
  timeZone: string,
): (entry: ClassFile) => number {
  switch (by) {
    case 'size':
      return entry => sizeOf(entry, index)
    case 'added':
      return instants(timeZone)
    default:
      throw new TypeError(`no order by ${by satisfies never}`)
  }
}

type Compare = EntryOrder['compare']

/** Numeric collation: `page 2` comes before `page 10`. */
const collators = new Map<string, Intl.Collator>()
function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}

const sizeOf = (entry: ClassFile, index: FileIndex) =>
  entry.is_dir ? index.children(entry.id).length : (entry.document?.size ?? 0)

/**
 * Returns a function that returns the time of an entry, in Unix ms. The offset of a day is cached, because reading it
 * from a time zone is slow and thousands of entries share a day.
 */
function instants(timeZone: string): (entry: ClassFile) => number {
  const offsets = new Map<string, number | undefined>()
  return entry => {
    const text = addedAt(entry)
    const day = text.slice(0, 10)
    const wall = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Number.NaN : Date.parse(`${text.replace(' ', 'T')}Z`)
    if (Number.isNaN(wall)) return parseInstant(text, timeZone) ?? 0
    if (!offsets.has(day)) offsets.set(day, steadyOffset(day, timeZone))
    const offset = offsets.get(day)
    return offset === undefined ? (parseInstant(text, timeZone) ?? 0) : wall - offset
  }
}

/** Returns the offset of a day from UTC, in ms. Undefined if it changes on that day, or if the day is invalid. */
function steadyOffset(day: string, timeZone: string): number | undefined {
  const first = parseInstant(`${day}T00:00:00`, timeZone)
  const last = parseInstant(`${day}T23:59:59`, timeZone)
  if (first === undefined || last === undefined || toSchoolDay(first, timeZone) !== day) return undefined
  const offset = Date.parse(`${day}T00:00:00Z`) - first
  return Date.parse(`${day}T23:59:59Z`) - last === offset ? offset : undefined
}
