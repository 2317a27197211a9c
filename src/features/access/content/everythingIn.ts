import type { ClassFile } from '../../../contract/files.ts'

/** How many files and folders lie in a folder, at any depth. A folder that lies in itself is counted once (cases 19). */
export function everythingIn(
  folderId: number,
  rows: readonly ClassFile[],
): { files: number; folders: number } {
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const counted = new Set([folderId])
  const count = { files: 0, folders: 0 }
  const open = [folderId]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const { id, is_dir } of children.get(folder) ?? []) {
      if (counted.has(id)) continue
      counted.add(id)
      if (is_dir) open.push(id)
      count[is_dir ? 'folders' : 'files'] += 1
    }
  }
  return count
}
