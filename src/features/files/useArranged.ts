import { useEffect, useMemo, useState } from 'react'
import type { ClassFile } from '../../contract/files.ts'
import type { EntryOrder } from './model/entryOrder.ts'
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

/** Folders that were sorted before: one comes back to them, and most stay as they are while files are uploaded to others. */
const sorted = new WeakMap<readonly ClassFile[], { by: string; rows: readonly ClassFile[] }>()

/** Arranges a folder in steps, between which other work can come. */
export function* arrangeSteps({ index, folderId, find, order }: Arranging): Generator<void, Arranged> {
  const children = index.children(folderId)
  if (find.trim() === '') {
    const rows = sortedBefore(children, order) ?? (yield* sortSteps(children, order.compare))
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

/** The folder as it was sorted before, or that turned around; `undefined` where it was not, or otherwise. */
function sortedBefore(children: readonly ClassFile[], { by, turned }: EntryOrder) {
  const before = sorted.get(children)
  if (before === undefined) return undefined
  if (before.by === by) return before.rows
  if (before.by !== turned) return undefined
  const folders = before.rows.findIndex(({ is_dir }) => !is_dir)
  const end = folders < 0 ? before.rows.length : folders
  return [...before.rows.slice(0, end).reverse(), ...before.rows.slice(end).reverse()]
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
  let l = 0
  let r = 0
  while (l < left.length || r < right.length) {
    const a = left[l]
    const b = right[r]
    if (r >= right.length || (l < left.length && a !== undefined && b !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a)
      l += 1
    } else {
      if (b !== undefined) merged.push(b)
      r += 1
    }
    if (merged.length % step === 0) yield
  }
  return merged
}
