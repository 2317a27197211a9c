import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'

/** Every row in its place: what an index is made of. */
export type Placed = {
  /** As they came. */
  rows: readonly ClassFile[]
  /** Each once. */
  all: readonly ClassFile[]
  /** Ids that rows name as their folder, which is none. */
  orphans: ReadonlySet<number>
  isInCircle(id: number): boolean
  get(id: number): ClassFile | undefined
  children(folderId: number): readonly ClassFile[]
  /** What was changed since all rows were placed at once, and how that was looked up. */
  since: {
    byId: ReadonlyMap<number, ClassFile>
    inside: ReadonlyMap<number, ClassFile[]>
    before: Pick<Placed, 'get' | 'children'>
  }
}

/** With more of them looking things up would be slower than placing all anew. */
const mostChanges = 1000

/**
 * The places of a list that is one that is known but for some rows that were replaced and some at its end, as uploads leave
 * it every second; in a millisecond. `undefined` for any other list, and where a row may change the place of others.
 */
export function patched(before: Placed, rows: readonly ClassFile[]): Placed | undefined {
  if (before.all !== before.rows || rows.length < before.rows.length) return undefined
  const replaced: ClassFile[] = []
  for (let at = 0; at < before.rows.length; at += 1) {
    const [was, is] = [before.rows[at], rows[at]]
    if (was === is) continue
    if (!was || !is || was.id !== is.id || was.is_dir !== is.is_dir || was.parent_id !== is.parent_id)
      return undefined
    replaced.push(is)
    if (replaced.length > mostChanges) return undefined
  }
  const added = rows.slice(before.rows.length)
  const { since } = before
  if (since.byId.size + replaced.length + added.length > mostChanges) return undefined

  const byId = new Map(since.byId)
  for (const row of replaced) byId.set(row.id, row)
  const get = (id: number) => byId.get(id) ?? since.before.get(id)
  for (const row of added) {
    const { id, parent_id } = row
    const isNew = id !== topFolderId && !before.orphans.has(id) && !get(id)
    if (!isNew || (parent_id !== null && !get(parent_id)?.is_dir)) return undefined
    byId.set(id, row)
  }
  const placeOf = ({ id, parent_id }: ClassFile) =>
    parent_id === null || before.isInCircle(id) || !get(parent_id)?.is_dir ? topFolderId : parent_id
  const inside = new Map(since.inside)
  for (const place of new Set([...replaced, ...added].map(placeOf))) {
    inside.set(
      place,
      before.children(place).map(row => byId.get(row.id) ?? row),
    )
  }
  for (const row of added) inside.get(placeOf(row))?.push(row)
  return {
    rows,
    all: rows,
    orphans: before.orphans,
    isInCircle: before.isInCircle,
    get,
    children: folderId => inside.get(folderId) ?? since.before.children(folderId),
    since: { byId, inside, before: since.before },
  }
}
