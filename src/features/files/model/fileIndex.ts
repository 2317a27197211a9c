import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'

/**
 * The files of a class by folder. 0 is the topmost folder, which is no entry itself. Every entry is in exactly one place:
 * orphans, what lies in a file, and folders that lie in each other are at the top (cases 19).
 */
export type FileIndex = ReturnType<typeof placeAll>

const none: readonly ClassFile[] = []
const known = new WeakMap<readonly ClassFile[], FileIndex>()

/** The index of an answer's rows, made once for each answer: 50,000 of them take a few milliseconds. */
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
  /** Files and folders in a folder, in the service's order. */
  const children = (folderId: number): readonly ClassFile[] => inside.get(folderId) ?? none
  /** Everything anywhere below a folder. */
  const below = (folderId: number): readonly ClassFile[] => {
    if (folderId === topFolderId) return all
    const found = [...children(folderId)]
    // It grows while it is read: what was found first is opened first.
    for (const entry of found) if (entry.is_dir) for (const child of children(entry.id)) found.push(child)
    return found
  }
  return {
    all,
    get: (id: number) => byId.get(id),
    children,
    below,
    folders: once(folderId => children(folderId).filter(entry => entry.is_dir)),
    /** The folders an entry lies in from the top, and the entry itself at the end. Empty for the top. */
    path(id: number): readonly ClassFile[] {
      const found: ClassFile[] = []
      for (let at = byId.get(id); at; at = above(at)) found.push(at)
      return found.reverse()
    },
    /** What lies anywhere below a folder. `size` in bytes. */
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

/** Worked out for each folder when it is first asked for. */
function once<V>(make: (folderId: number) => V): (folderId: number) => V {
  const held = new Map<number, V>()
  return folderId => {
    const value = held.get(folderId) ?? make(folderId)
    held.set(folderId, value)
    return value
  }
}

/** The folders that lie in themselves, by way of others or not: those of the circle alone, not what lies in one of them. */
function foldersInCircles(
  all: readonly ClassFile[],
  above: (entry: ClassFile) => ClassFile | undefined,
): ReadonlySet<number> {
  const circles = new Set<number>()
  /** In which walk a folder was met first. */
  const walkOf = new Map<number, ClassFile>()
  for (const start of all) {
    if (!start.is_dir) continue
    let at: ClassFile | undefined = start
    for (; at && !walkOf.has(at.id); at = above(at)) walkOf.set(at.id, start)
    // Where this walk came back to where it had been: round once more to name them.
    if (!at || walkOf.get(at.id) !== start) continue
    for (; at && !circles.has(at.id); at = above(at)) circles.add(at.id)
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
