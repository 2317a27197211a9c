import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'

/**
 * The files of a class by folder. 0 is the top folder, which is not an entry. Every entry is in exactly one folder:
 * orphans, entries in a file and folders in a cycle are at the top (rule 19).
 */
export type FileIndex = ReturnType<typeof placeAll>

const none: readonly ClassFile[] = []
const known = new WeakMap<readonly ClassFile[], FileIndex>()

/** Returns the index of a response's rows. It is created once per response. 50,000 rows take a few milliseconds. */
export function indexFiles(rows: readonly ClassFile[]): FileIndex {
  const index = known.get(rows) ?? placeAll(rows)
  known.set(rows, index)
  return index
}

function placeAll(rows: readonly ClassFile[]) {
  const byId = new Map<number, ClassFile>()
  for (const row of rows) if (row.id !== topFolderId && !byId.has(row.id)) byId.set(row.id, row)
  /** Every entry once, in the service's order. */
  const all = byId.size === rows.length ? rows : [...byId.values()]
  const folderOf = ({ parent_id }: ClassFile): ClassFile | undefined => {
    const folder = parent_id === null ? undefined : byId.get(parent_id)
    return folder?.is_dir ? folder : undefined
  }
  const circles = foldersInCircles(all, folderOf)
  const above = (entry: ClassFile) => (circles.has(entry.id) ? undefined : folderOf(entry))
  const inside = Map.groupBy(all, entry => above(entry)?.id ?? topFolderId)
  /** Returns the files and folders in a folder, in the service's order. */
  const children = (folderId: number): readonly ClassFile[] => inside.get(folderId) ?? none
  /** Returns all entries below a folder, at any depth. */
  const below = (folderId: number): readonly ClassFile[] => {
    if (folderId === topFolderId) return all
    const found = [...children(folderId)]
    // The array grows during the loop. Entries that were found first are visited first.
    for (const entry of found) if (entry.is_dir) for (const child of children(entry.id)) found.push(child)
    return found
  }
  return {
    all,
    get: (id: number) => byId.get(id),
    children,
    below,
    folders: once(folderId => children(folderId).filter(entry => entry.is_dir)),
    /** Returns the folders that contain an entry, from the top, and then the entry. Empty for the top folder. */
    path(id: number): readonly ClassFile[] {
      const found: ClassFile[] = []
      for (let at = byId.get(id); at; at = above(at)) found.push(at)
      return found.reverse()
    },
    /** Counts the entries below a folder, at any depth. `size` is in bytes. */
    counts: once(folderId => {
      const counts = { files: 0, folders: 0, size: 0 }
      for (const entry of below(folderId)) {
        counts[entry.is_dir ? 'folders' : 'files'] += 1
        counts.size += entry.document?.size ?? 0
      }
      return counts
    }),
  }
}

/** Returns a function that computes the value of each folder once, on first use. */
function once<V>(make: (folderId: number) => V): (folderId: number) => V {
  const held = new Map<number, V>()
  return folderId => {
    const value = held.get(folderId) ?? make(folderId)
    held.set(folderId, value)
    return value
  }
}

/**
 * Returns the folders that contain themselves, directly or through others. Folders in such a cycle count, but not their
 * other content.
 */
function foldersInCircles(
  all: readonly ClassFile[],
  above: (entry: ClassFile) => ClassFile | undefined,
): ReadonlySet<number> {
  const circles = new Set<number>()
  /** Start of the walk in which a folder was visited first. */
  const walkOf = new Map<number, ClassFile>()
  for (const start of all) {
    if (!start.is_dir) continue
    let at: ClassFile | undefined = start
    for (; at && !walkOf.has(at.id); at = above(at)) walkOf.set(at.id, start)
    // This walk came back to itself. Follow the cycle once more to collect its folders.
    if (!at || walkOf.get(at.id) !== start) continue
    for (; at && !circles.has(at.id); at = above(at)) circles.add(at.id)
  }
  return circles
}

/** A running search. `step` checks the given number of names and returns whether it is finished. */
type NameFinder = {
  step(names: number): boolean
  /** Grows with every step. */
  found: readonly ClassFile[]
}

/** Creates a search for entries whose name contains every word of the text. A text without words has no matches. */
export function createFinder(entries: readonly ClassFile[], text: string): NameFinder {
  const words = splitWords(text)
  const found: ClassFile[] = []
  let at = words.length === 0 ? entries.length : 0
  return {
    found,
    step(names) {
      const end = Math.min(entries.length, at + names)
      for (; at < end; at += 1) {
        const entry = entries[at]
        if (!entry) continue
        const name = foldText(entry.name)
        if (words.every(word => name.includes(word))) found.push(entry)
      }
      return at >= entries.length
    },
  }
}
