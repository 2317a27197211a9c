import { useEffect, useMemo, useState } from 'react'
import type { ClassFile } from '../../contract/files.ts'
import type { EntryOrder } from './model/entryOrder.ts'
import { createNameSearch, type FileIndex } from './model/fileIndex.ts'

/** More entries are sorted in slices that yield to the event loop. */
const maxSyncEntries = 6000

/** All entries of a folder, or the matching ones followed by those in its subfolders. */
type FolderRows = {
  rows: readonly ClassFile[]
  /** Number of rows in the folder itself. */
  directCount: number
}

type FolderRowsOptions = {
  index: FileIndex
  folderId: number
  /** Search words. '' for all entries. */
  find: string
  order: EntryOrder
}

/**
 * Undefined while thousands of entries are sorted for the first time. Later the previous rows remain until the new
 * ones are ready.
 */
export function useFolderRows({ index, folderId, find, order }: FolderRowsOptions): FolderRows | undefined {
  const options = useMemo(() => ({ index, folderId, find, order }), [index, folderId, find, order])
  const syncRows = useMemo(
    () => (countEntries(options) <= maxSyncEntries ? runToEnd(computeFolderRows(options)) : undefined),
    [options],
  )
  const [latest, setLatest] = useState<{ folderId: number; folderRows: FolderRows }>()
  // Set during rendering. An effect would render everything twice.
  if (syncRows && latest?.folderRows !== syncRows) setLatest({ folderId, folderRows: syncRows })
  useEffect(() => {
    if (syncRows) return
    return runInSlices(computeFolderRows(options), folderRows =>
      setLatest({ folderId: options.folderId, folderRows }),
    )
  }, [syncRows, options])
  return syncRows ?? (latest?.folderId === folderId ? latest.folderRows : undefined)
}

const countEntries = ({ index, folderId, find }: FolderRowsOptions): number =>
  (find.trim() === '' ? index.getChildren(folderId) : index.getDescendants(folderId)).length

export function runToEnd<T>(steps: Generator<void, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Maximum time without yielding to the event loop, in ms. */
const maxSliceMs = 8

/** Returns a function that cancels it. */
function runInSlices<T>(steps: Generator<void, T>, onDone: (value: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const runSlice = () => {
    const end = performance.now() + maxSliceMs
    do {
      const step = steps.next()
      if (step.done) return onDone(step.value)
    } while (performance.now() < end)
    timer = setTimeout(runSlice)
  }
  timer = setTimeout(runSlice)
  return () => clearTimeout(timer)
}

/** Takes a millisecond or two. */
const namesPerStep = 4000

type SortedRows = { key: string; rows: readonly ClassFile[] }

/** Cache, because users return to folders. */
const sortedFolders = new WeakMap<readonly ClassFile[], SortedRows>()

/** Sorts or searches a folder. Yields after each step. */
export function* computeFolderRows({
  index,
  folderId,
  find,
  order,
}: FolderRowsOptions): Generator<void, FolderRows> {
  const children = index.getChildren(folderId)
  if (find.trim() === '') {
    const sorted = sortedFolders.get(children)
    const rows = (sorted && reuseSortedRows(sorted, order)) ?? (yield* sortInSteps(children, order.compare))
    if (order.key !== undefined) sortedFolders.set(children, { key: order.key, rows })
    return { rows, directCount: rows.length }
  }
  const search = createNameSearch(index.getDescendants(folderId), find)
  while (!search.searchNext(namesPerStep)) yield
  const directChildren = new Set(children)
  const matches = Map.groupBy(search.matches, entry => (directChildren.has(entry) ? 'direct' : 'deeper'))
  const direct = yield* sortInSteps(matches.get('direct') ?? [], order.compare)
  const deeper = yield* sortInSteps(matches.get('deeper') ?? [], order.compare)
  return { rows: [...direct, ...deeper], directCount: direct.length }
}

function reuseSortedRows({ key, rows }: SortedRows, order: EntryOrder): readonly ClassFile[] | undefined {
  if (key === order.key) return rows
  if (key !== order.reversedKey) return undefined
  const folders = rows.filter(({ is_dir }) => is_dir)
  const files = rows.filter(({ is_dir }) => !is_dir)
  return [...folders.reverse(), ...files.reverse()]
}

const itemsPerStep = 1000

/** Merge sort that yields between steps. Stable. */
function* sortInSteps<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  let runs: T[][] = []
  for (let start = 0; start < items.length; start += itemsPerStep) {
    runs.push(items.slice(start, start + itemsPerStep).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const mergedRuns: T[][] = []
    for (let start = 0; start < runs.length; start += 2) {
      mergedRuns.push(yield* mergeSorted(runs[start] ?? [], runs[start + 1] ?? [], compare))
    }
    runs = mergedRuns
  }
  return runs[0] ?? []
}

function* mergeSorted<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = []
  const [leftItems, rightItems] = [left.values(), right.values()]
  let a = leftItems.next()
  let b = rightItems.next()
  while (!a.done || !b.done) {
    if (!a.done && (b.done || compare(a.value, b.value) <= 0)) {
      merged.push(a.value)
      a = leftItems.next()
    } else if (!b.done) {
      merged.push(b.value)
      b = rightItems.next()
    }
    if (merged.length % itemsPerStep === 0) yield
  }
  return merged
}
