import type { ClassFile } from '../../../contract/files.ts'
import type { FileIndex } from '../model/fileIndex.ts'

/** What goes when these are deleted. `size` in bytes, of the newest versions. */
export type DeletionPlan = {
  /** To be asked of the service: no entry that goes with its folder anyway, and none the caller may not delete. */
  entries: readonly ClassFile[]
  /** Everything that goes, the entries among them. */
  files: number
  folders: number
  size: number
  /** How many of the chosen stay, because the caller may not write them and no folder takes them along. */
  kept: number
}

/** Plans the deletion of chosen entries; ids of none are left out, and the topmost folder is never among them. */
export function deletionPlan(
  ids: Iterable<number>,
  index: Pick<FileIndex, 'get' | 'path' | 'counts'>,
): DeletionPlan {
  const chosen = [...new Set(ids)].map(id => index.get(id)).filter(entry => entry !== undefined)
  const going = new Set(chosen.filter(entry => entry.can_write).map(({ id }) => id))
  const goesAlong = ({ id }: ClassFile) =>
    index.path(id).some(above => above.id !== id && going.has(above.id))
  const plan = { entries: [] as ClassFile[], files: 0, folders: 0, size: 0, kept: 0 }
  for (const entry of chosen) {
    if (goesAlong(entry)) continue
    if (!entry.can_write) {
      plan.kept += 1
      continue
    }
    plan.entries.push(entry)
    if (entry.is_dir) {
      const everything = index.counts(entry.id)
      plan.files += everything.files
      plan.folders += everything.folders + 1
      plan.size += everything.size
    } else {
      plan.files += 1
      plan.size += entry.document?.size ?? 0
    }
  }
  return plan
}
