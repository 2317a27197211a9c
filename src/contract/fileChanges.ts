import { isRecord } from '../lib/isRecord.ts'
import { readRelation } from './document.ts'
import type { Rows } from './endpoint.ts'

type Row = { id: number; parent_id: number | null; document: unknown }
type Write = { input: unknown; answer: unknown }

/** The files of a class after an upload: its file has the new version. `undefined` where its file is none of them. */
export function withVersion(held: Rows<Row>, { input, answer }: Write): Rows<Row> | undefined {
  const { body } = isRecord(input) ? input : {}
  const relation = isRecord(body) ? readRelation(String(body.related_to)) : undefined
  if (relation?.kind !== 'file') return undefined
  const at = held.rows.findIndex(({ id }) => id === relation.fileId)
  const row = held.rows[at]
  return row && { ...held, rows: held.rows.with(at, { ...row, document: answer }) }
}

/** The files of a class after a deletion: a folder went with all that is in it. `undefined` where it names no file. */
export function withoutFile(held: Rows<Row>, { input }: Write): Rows<Row> | undefined {
  const { file_id } = isRecord(input) ? input : {}
  if (typeof file_id !== 'number') return undefined
  const gone = new Set([file_id])
  const inside = new Map<number, number[]>()
  for (const { id, parent_id } of held.rows) {
    if (parent_id === null) continue
    const children = inside.get(parent_id)
    if (children) children.push(id)
    else inside.set(parent_id, [id])
  }
  // What is added while this runs is visited too; what a circle names again is there already.
  for (const id of gone) for (const child of inside.get(id) ?? []) gone.add(child)
  return { ...held, rows: held.rows.filter(({ id }) => !gone.has(id)) }
}
