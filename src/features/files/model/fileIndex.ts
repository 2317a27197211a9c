import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'

/**
 * The files of a class by folder. 0 is the top folder, which is not an entry. Every entry is in exactly one folder:
 * orphans, entries in a file and folders in a cycle are at the top (rule 19).
 */
export type FileIndex = ReturnType<typeof createFileIndex>

const noEntries: readonly ClassFile[] = []
const indexByRows = new WeakMap<readonly ClassFile[], FileIndex>()

/**
 * Created once per response. 50,000 rows take a few milliseconds. While a response is loading, pass `isComplete: false`:
 * the index then omits entries whose folder has not arrived.
 */
export function indexFiles(rows: readonly ClassFile[], { isComplete = true } = {}): FileIndex {
  const index = indexByRows.get(rows) ?? createFileIndex(isComplete ? rows : getPlacedRows(rows), isComplete)
  indexByRows.set(rows, index)
  return index
}

/** Returns the rows for which all folders above them are among the rows. */
function getPlacedRows(rows: readonly ClassFile[]): readonly ClassFile[] {
  const ids = new Set(rows.map(({ id }) => id))
  const unplaced = rows.filter(({ parent_id }) => parent_id !== null && !ids.has(parent_id))
  if (unplaced.length === 0) return rows
  const childrenById = Map.groupBy(rows, ({ parent_id }) => parent_id)
  // The array grows during the loop.
  for (const { id } of unplaced) for (const child of childrenById.get(id) ?? []) unplaced.push(child)
  const unplacedRows = new Set(unplaced)
  return rows.filter(row => !unplacedRows.has(row))
}

function createFileIndex(rows: readonly ClassFile[], isComplete: boolean) {
  const byId = new Map<number, ClassFile>()
  for (const row of rows) if (row.id !== topFolderId && !byId.has(row.id)) byId.set(row.id, row)
  const all = byId.size === rows.length ? rows : [...byId.values()]
  const findFolder = ({ parent_id }: ClassFile): ClassFile | undefined => {
    const folder = parent_id === null ? undefined : byId.get(parent_id)
    return folder?.is_dir ? folder : undefined
  }
  const cyclicIds = findCyclicFolders(all, findFolder)
  const getParent = (entry: ClassFile) => (cyclicIds.has(entry.id) ? undefined : findFolder(entry))
  const childrenById = Map.groupBy(all, entry => getParent(entry)?.id ?? topFolderId)
  /** In the service's order. */
  const getChildren = (folderId: number): readonly ClassFile[] => childrenById.get(folderId) ?? noEntries
  /** At any depth. */
  const getDescendants = (folderId: number): readonly ClassFile[] => {
    if (folderId === topFolderId) return all
    const found = [...getChildren(folderId)]
    // Breadth first: the array grows during the loop.
    for (const entry of found) if (entry.is_dir) for (const child of getChildren(entry.id)) found.push(child)
    return found
  }
  return {
    all,
    /** False while the response is loading: then folders may have more entries than the index. */
    isComplete,
    get: (id: number) => byId.get(id),
    getChildren,
    getDescendants,
    getSubfolders: memoizeById(folderId => getChildren(folderId).filter(entry => entry.is_dir)),
    /** From the top to the entry. Empty for the top folder. */
    getPath(id: number): readonly ClassFile[] {
      const path: ClassFile[] = []
      for (let entry = byId.get(id); entry; entry = getParent(entry)) path.push(entry)
      return path.reverse()
    },
    /** At any depth. `size` in bytes. */
    getCounts: memoizeById(folderId => {
      const counts = { files: 0, folders: 0, size: 0 }
      for (const entry of getDescendants(folderId)) {
        counts[entry.is_dir ? 'folders' : 'files'] += 1
        counts.size += entry.document?.size ?? 0
      }
      return counts
    }),
  }
}

function memoizeById<V>(compute: (folderId: number) => V): (folderId: number) => V {
  const values = new Map<number, V>()
  return folderId => {
    const value = values.get(folderId) ?? compute(folderId)
    values.set(folderId, value)
    return value
  }
}

/** Returns the IDs of folders that contain themselves, directly or through others. */
function findCyclicFolders(
  all: readonly ClassFile[],
  findFolder: (entry: ClassFile) => ClassFile | undefined,
): ReadonlySet<number> {
  const cyclicIds = new Set<number>()
  /** Start of the walk that visited a folder first. */
  const walkStarts = new Map<number, ClassFile>()
  for (const start of all) {
    if (!start.is_dir) continue
    let folder: ClassFile | undefined = start
    for (; folder && !walkStarts.has(folder.id); folder = findFolder(folder)) walkStarts.set(folder.id, start)
    // Follow the cycle once more to collect its folders.
    if (!folder || walkStarts.get(folder.id) !== start) continue
    for (; folder && !cyclicIds.has(folder.id); folder = findFolder(folder)) cyclicIds.add(folder.id)
  }
  return cyclicIds
}

type NameSearch = {
  /** Returns whether all names were checked. */
  searchNext(count: number): boolean
  matches: readonly ClassFile[]
  /** Matches whose name begins with the first word. */
  beginnings: readonly ClassFile[]
}

const foldedNamesByEntries = new WeakMap<readonly ClassFile[], string[]>()

/** Names by position, as far as they were searched. Folding 50,000 names again for each letter would delay typing. */
function getFoldedNames(entries: readonly ClassFile[]): string[] {
  const names = foldedNamesByEntries.get(entries) ?? []
  foldedNamesByEntries.set(entries, names)
  return names
}

/** Finds names that contain every word. A text without words has no matches. */
export function createNameSearch(entries: readonly ClassFile[], text: string): NameSearch {
  const words = splitWords(text)
  const [firstWord = ''] = words
  const foldedNames = getFoldedNames(entries)
  const matches: ClassFile[] = []
  const beginnings: ClassFile[] = []
  let position = words.length === 0 ? entries.length : 0
  return {
    matches,
    beginnings,
    searchNext(count) {
      const end = Math.min(entries.length, position + count)
      for (; position < end; position += 1) {
        const entry = entries[position]
        if (!entry) continue
        foldedNames[position] ??= foldText(entry.name)
        const name = foldedNames[position] ?? ''
        if (!words.every(word => name.includes(word))) continue
        matches.push(entry)
        if (name.startsWith(firstWord)) beginnings.push(entry)
      }
      return position >= entries.length
    },
  }
}
