import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'
import { type Placed, patched } from './patched.ts'

/** What lies in a folder, and what lies anywhere below it. `size` in bytes. */
type FolderCounts = {
  items: number
  everything: { files: number; folders: number; size: number }
}

/**
 * The files of a class by folder. 0 is the topmost folder, which is no entry itself. Every entry is in exactly one place:
 * orphans, what lies in a file, and folders that lie in each other are at the top (cases 19).
 */
export type FileIndex = {
  /** Every entry once, in the service's order. */
  all: readonly ClassFile[]
  get(id: number): ClassFile | undefined
  /** Files and folders in a folder, in the service's order. */
  children(folderId: number): readonly ClassFile[]
  folders(folderId: number): readonly ClassFile[]
  /** The folders an entry lies in from the top, and the entry itself at the end. Empty for the top. */
  path(id: number): readonly ClassFile[]
  /** Everything anywhere below a folder. */
  below(folderId: number): readonly ClassFile[]
  counts(folderId: number): FolderCounts
  /** Entries whose name has every word of the text; nothing for a text without words. */
  find(text: string, folderId?: number): readonly ClassFile[]
}

const none: readonly ClassFile[] = []
const known = new WeakMap<readonly ClassFile[], FileIndex>()
/** What was placed last, for a list that is this one but for a few rows. */
let latest: WeakRef<Placed> | undefined

/** The index of an answer's rows, made once for each answer: 50,000 of them take a few milliseconds. */
export function indexFiles(rows: readonly ClassFile[]): FileIndex {
  const made = known.get(rows)
  if (made) return made
  const before = latest?.deref()
  const placed = (before && patched(before, rows)) ?? placeAll(rows)
  latest = new WeakRef(placed)
  const index = fileIndex(placed)
  known.set(rows, index)
  return index
}

/** Finds the place of every row. Only folders are kept by id: they are few, and looking among few is fast. */
function placeAll(rows: readonly ClassFile[]): Placed {
  const { all, get } = eachOnce(rows)
  const folders = new Map<number, ClassFile>()
  for (const row of all) if (row.is_dir) folders.set(row.id, row)
  const circles = foldersInCircles(folders)
  const inside = new Map<number, ClassFile[]>()
  const orphans = new Set<number>()
  for (const row of all) {
    const { id, parent_id } = row
    let place = parent_id ?? topFolderId
    if (parent_id !== null && (!folders.has(parent_id) || circles.has(id))) {
      orphans.add(parent_id)
      place = topFolderId
    }
    const others = inside.get(place)
    if (others) others.push(row)
    else inside.set(place, [row])
  }
  const before = { get, children: (folderId: number) => inside.get(folderId) ?? none }
  return {
    rows,
    all,
    orphans,
    isInCircle: id => circles.has(id),
    ...before,
    since: { byId: new Map(), inside: new Map(), before },
  }
}

/** The rows without those whose id came before, and a way to look one up. */
function eachOnce(rows: readonly ClassFile[]): Pick<Placed, 'all' | 'get'> {
  // As services send them: then none comes twice, and none has to be kept to be found.
  if (isAscending(rows)) return { all: rows, get: id => rows[placeOf(id, rows)] }
  const byId = new Map<number, ClassFile>()
  for (const row of rows) if (row.id !== topFolderId && !byId.has(row.id)) byId.set(row.id, row)
  return { all: byId.size === rows.length ? rows : [...byId.values()], get: id => byId.get(id) }
}

function isAscending(rows: readonly ClassFile[]): boolean {
  let before = topFolderId
  for (const { id } of rows) {
    if (id <= before) return false
    before = id
  }
  return true
}

/** Where an id is in ascending rows; -1 where it is not. */
function placeOf(id: number, rows: readonly ClassFile[]): number {
  let [from, to] = [0, rows.length - 1]
  while (from <= to) {
    const middle = (from + to) >> 1
    const found = rows[middle]?.id ?? id
    if (found === id) return middle
    if (found < id) from = middle + 1
    else to = middle - 1
  }
  return -1
}

function fileIndex(placed: Placed): FileIndex {
  const { all, get, children, isInCircle } = placed
  const foldersIn = new Map<number, readonly ClassFile[]>()
  const counted = new Map<number, FolderCounts>()
  const above = ({ id, parent_id }: ClassFile): ClassFile | undefined => {
    if (parent_id === null || isInCircle(id)) return undefined
    const folder = get(parent_id)
    return folder?.is_dir ? folder : undefined
  }
  const below = (folderId: number): readonly ClassFile[] => {
    if (folderId === topFolderId) return all
    const found = [...children(folderId)]
    // It grows while it is read: what was found first is opened first.
    for (const entry of found) if (entry.is_dir) for (const child of children(entry.id)) found.push(child)
    return found
  }
  const count = (folderId: number): FolderCounts => {
    const everything = { files: 0, folders: 0, size: 0 }
    for (const entry of below(folderId)) {
      if (entry.is_dir) everything.folders += 1
      else everything.files += 1
      everything.size += entry.document?.size ?? 0
    }
    return { items: children(folderId).length, everything }
  }
  return {
    all,
    get,
    children,
    folders: folderId => memo(foldersIn, folderId, () => children(folderId).filter(entry => entry.is_dir)),
    path(id) {
      const found: ClassFile[] = []
      for (let at = get(id); at; at = above(at)) found.push(at)
      return found.reverse()
    },
    below,
    counts: folderId => memo(counted, folderId, () => count(folderId)),
    find(text, folderId = topFolderId) {
      const entries = below(folderId)
      const finder = createFinder(entries, text)
      finder.step(entries.length)
      return finder.found
    },
  }
}

function memo<K, V>(held: Map<K, V>, key: K, make: () => V): V {
  const value = held.get(key) ?? make()
  held.set(key, value)
  return value
}

/** The folders that lie in themselves, by way of others or not: those of the circle alone, not what lies in one of them. */
function foldersInCircles(folders: ReadonlyMap<number, ClassFile>): ReadonlySet<number> {
  const circles = new Set<number>()
  /** In which walk a folder was met first. */
  const walkOf = new Map<number, number>()
  const above = ({ parent_id }: ClassFile) => (parent_id === null ? undefined : folders.get(parent_id))
  let walk = 0
  for (const start of folders.values()) {
    if (walkOf.has(start.id)) continue
    walk += 1
    let at: ClassFile | undefined = start
    while (at && !walkOf.has(at.id)) {
      walkOf.set(at.id, walk)
      at = above(at)
    }
    if (!at || walkOf.get(at.id) !== walk) continue
    // This walk came back to where it had been: round once more to name them.
    while (at && !circles.has(at.id)) {
      circles.add(at.id)
      at = above(at)
    }
  }
  return circles
}

/** A search under way: `step` looks at so many more names and answers whether that was all. */
type NameFinder = {
  step(names: number): boolean
  /** Grows with every step. */
  found: readonly ClassFile[]
}

/** Looks for entries whose name has every word of the text. Nothing is found for a text without words. */
export function createFinder(entries: readonly ClassFile[], text: string): NameFinder {
  const words = wordsOf(text)
  const found: ClassFile[] = []
  let at = words.length === 0 ? entries.length : 0
  return {
    found,
    step(names) {
      const end = Math.min(entries.length, at + names)
      for (; at < end; at += 1) {
        const entry = entries[at]
        if (!entry) continue
        const name = folded(entry.name)
        if (words.every(word => name.includes(word))) found.push(entry)
      }
      return at >= entries.length
    },
  }
}
