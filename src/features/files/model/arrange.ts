import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/params.ts'
import type { EntryOrder } from './entryOrder.ts'
import type { FileIndex } from './fileIndex.ts'
import { createFinder } from './nameFinder.ts'
import { sortSteps } from './sortSteps.ts'

/** What a folder shows: all that is in it, or what is found in it and then what is found below it. */
export type Arranged = {
  rows: readonly ClassFile[]
  /** How many of the rows lie in the folder itself; the rest lies further down. */
  here: number
}

export type Arranging = {
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
export const worth = ({ index, folderId, find }: Arranging): number =>
  find.trim() === '' || folderId === topFolderId
    ? (find.trim() === '' ? index.children(folderId) : index.all).length
    : index.below(folderId).length
