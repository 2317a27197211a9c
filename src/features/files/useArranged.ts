import { useEffect, useMemo, useState } from 'react'
import type { ClassFile } from '../../contract/files.ts'
import { dayOf, instantOf } from '../../lib/schoolTime.ts'
import type { Sorting } from './filesAddress.ts'
import { createFinder, type FileIndex } from './model/fileIndex.ts'

/** So many entries are sorted while one waits for the folder; more of them in turns with other work. */
const atOnce = 6000

/**
 * What a folder shows. `undefined` while many thousand entries are being arranged for the first time; later what was
 * shown before stays until the new is there.
 */
export function useArranged({ index, folderId, find, order }: Arranging): Arranged | undefined {
  const task = useMemo(() => ({ index, folderId, find, order }), [index, folderId, find, order])
  const now = useMemo(() => (worth(task) <= atOnce ? allSteps(arrangeSteps(task)) : undefined), [task])
  const [kept, setKept] = useState<{ folderId: number; arranged: Arranged }>()
  // While it is drawn: an effect would have all of it drawn once more.
  if (now && kept?.arranged !== now) setKept({ folderId, arranged: now })
  useEffect(() => {
    if (now) return
    return stepsInTurns(arrangeSteps(task), arranged => setKept({ folderId: task.folderId, arranged }))
  }, [now, task])
  return now ?? (kept?.folderId === folderId ? kept.arranged : undefined)
}

/** Longest time (ms) that other work has to wait. */
const turn = 8

/** Takes all steps at once. */
export function allSteps<T>(steps: Generator<void, T>): T {
  let next = steps.next()
  while (!next.done) next = steps.next()
  return next.value
}

/** Takes the steps in turns, with other work in between. Answers with a function that gives up. */
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

/** What a folder shows: all that is in it, or what is found in it and then what is found below it. */
type Arranged = {
  rows: readonly ClassFile[]
  /** How many of the rows lie in the folder itself; the rest lies further down. */
  here: number
}

type Arranging = {
  index: FileIndex
  folderId: number
  /** Words to look for; '' for everything in the folder. */
  find: string
  order: EntryOrder
}

/** Names that are looked at in one step: a millisecond or two. */
const names = 4000

type Sorted = { by: string; rows: readonly ClassFile[] }

/** Folders that were sorted before: one comes back to them. */
const sorted = new WeakMap<readonly ClassFile[], Sorted>()

/** Arranges a folder in steps, between which other work can come. */
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

/** What was sorted so before, or the other way round. Folders stay before files. */
function sortedAs(order: EntryOrder, { by, rows }: Sorted): readonly ClassFile[] | undefined {
  if (by === order.by) return rows
  if (by !== order.turned) return undefined
  return [true, false].flatMap(isFolder => rows.filter(({ is_dir }) => is_dir === isFolder).reverse())
}

/** How many entries have to be looked at. */
const worth = ({ index, folderId, find }: Arranging): number =>
  (find.trim() === '' ? index.children(folderId) : index.below(folderId)).length

/** Items in order, a step of some thousand comparisons at a time, so that other work can come between. Stable. */
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

/** When a file got its newest version, and a folder its place. */
export const addedAt = ({ document, created_at }: ClassFile): string => document?.uploaded ?? created_at

/**
 * How entries stand to each other: folders before files, and equal ones by name. `by` names the order where it depends on
 * nothing but the entries themselves; `turned` the order that is this one the other way round, where there is one.
 */
export type EntryOrder = {
  by: string | undefined
  turned?: string
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
    // The size of a folder is what is in it.
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
