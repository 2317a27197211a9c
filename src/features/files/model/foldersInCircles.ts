import type { ClassFile } from '../../../contract/files.ts'

/** The folders that lie in themselves, by way of others or not: those of the circle alone, not what lies in one of them. */
export function foldersInCircles(folders: ReadonlyMap<number, ClassFile>): ReadonlySet<number> {
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
