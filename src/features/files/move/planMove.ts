import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { type Conflict, type ConflictAnswer, findFreeName, getSolution } from '../conflicts/conflicts.ts'
import type { FileIndex } from '../model/fileIndex.ts'

/** New name and folder of an entry. */
export type EntryChange = { entry: ClassFile; name: string; folderId: number }

type MoveConflict = Conflict & { moved: ClassFile }

export type MovePlan = {
  folderId: number
  changes: readonly EntryChange[]
  /** Entries whose name is taken in the folder. */
  conflicts: readonly MoveConflict[]
  /** Number of entries that the user may not change. */
  refusedCount: number
  /** Folders that would be inside themselves. */
  tooDeep: readonly ClassFile[]
  isNameTaken: (name: string) => boolean
}

type Entries = Pick<FileIndex, 'get' | 'getPath' | 'getChildren'>

export const isNameTaken = (siblings: readonly ClassFile[], name: string): boolean =>
  siblings.some(sibling => normalizeText(sibling.name, 'NFC') === normalizeText(name, 'NFC'))

/** Ignores unknown IDs, entries in a moved folder, and entries that are in the folder already. */
export function planMove(ids: Iterable<number>, folderId: number, index: Entries): MovePlan {
  const selectedIds = new Set(ids)
  const isInside = ({ id }: ClassFile) =>
    index.getPath(id).some(above => above.id !== id && selectedIds.has(above.id))
  const entries = [...selectedIds]
    .map(id => index.get(id))
    .filter(entry => entry !== undefined)
    .filter(entry => !isInside(entry) && (index.getPath(entry.id).at(-2)?.id ?? topFolderId) !== folderId)
  const targetPath = new Set(index.getPath(folderId).map(({ id }) => id))
  const tooDeep = entries.filter(({ id }) => targetPath.has(id))
  const movable = entries.filter(entry => entry.can_write && !tooDeep.includes(entry))
  const existing = index.getChildren(folderId)
  const changes: EntryChange[] = []
  const conflicts: MoveConflict[] = []
  for (const moved of movable) {
    const existingEntry = existing.find(sibling => isNameTaken([sibling], moved.name))
    if (existingEntry) conflicts.push({ moved, name: moved.name, existingEntry })
    else {
      // Search results of several folders can have the same name.
      const name = findFreeName(moved.name, candidate => changes.some(change => change.name === candidate))
      changes.push({ entry: moved, name, folderId })
    }
  }
  return {
    folderId,
    changes,
    conflicts,
    refusedCount: entries.filter(entry => !entry.can_write).length,
    tooDeep,
    isNameTaken: name => isNameTaken(existing, name) || changes.some(change => change.name === name),
  }
}

/** Adds the entries in conflict with a free name, without the skipped ones. */
export function resolveMove(plan: MovePlan, answer: ConflictAnswer): readonly EntryChange[] {
  const changes = [...plan.changes]
  for (const conflict of plan.conflicts) {
    if (getSolution(conflict, answer) === 'skip') continue
    const isTaken = (name: string) => plan.isNameTaken(name) || changes.some(change => change.name === name)
    const name = findFreeName(conflict.name, isTaken)
    changes.push({ entry: conflict.moved, name, folderId: plan.folderId })
  }
  return changes
}
