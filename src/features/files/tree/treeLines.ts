import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/params.ts'
import type { EntryOrder } from '../model/entryOrder.ts'
import type { FileIndex } from '../model/fileIndex.ts'

/** A folder in the tree. `folder` is missing for the topmost. */
export type TreeLine = {
  id: number
  folder: ClassFile | undefined
  /** 1 for the topmost. */
  level: number
  /** Whether it shows what is in it; `undefined` where it has no folders. */
  unfolded: boolean | undefined
  /** Its place among those beside it, from 1, and how many they are. */
  place: number
  of: number
}

/** The folders that show in a tree, from top to bottom. */
export function treeLines(index: FileIndex, unfolded: ReadonlySet<number>, order: EntryOrder): TreeLine[] {
  const lines: TreeLine[] = []
  const isUnfolded = (id: number) => (index.folders(id).length > 0 ? unfolded.has(id) : undefined)
  const push = (line: Omit<TreeLine, 'unfolded'>) => lines.push({ ...line, unfolded: isUnfolded(line.id) })
  push({ id: topFolderId, folder: undefined, level: 1, place: 1, of: 1 })
  /** What is still to be shown, the next one last: no depth of folders is too deep for it. */
  const waiting: Omit<TreeLine, 'unfolded'>[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line?.unfolded) {
      const inside = index.folders(line.id).toSorted(order.compare)
      for (let child = inside.length - 1; child >= 0; child -= 1) {
        const folder = inside[child]
        if (!folder) continue
        waiting.push({ id: folder.id, folder, level: line.level + 1, place: child + 1, of: inside.length })
      }
    }
    const next = waiting.pop()
    if (next) push(next)
  }
  return lines
}
