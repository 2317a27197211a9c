import { expect, it } from 'vitest'
import type { ClassFile } from '../../../contract/files.ts'
import { indexFiles } from '../model/fileIndex.ts'
import { planDeletion } from './DeleteDialog.tsx'

const entry = (id: number, parent_id: number | null, fields: Partial<ClassFile> = {}): ClassFile => ({
  ...{ id, name: `${id}`, is_dir: false, parent_id, created_at: '2026-11-18 08:00:00' },
  ...{ document: null, can_write: true },
  ...fields,
})
const folder = (id: number, parent_id: number | null, fields: Partial<ClassFile> = {}) =>
  entry(id, parent_id, { is_dir: true, ...fields })

const rows = [
  folder(1, null),
  folder(2, 1),
  entry(3, 2),
  entry(4, 1),
  folder(5, null, { can_write: false }),
  entry(6, 5),
]
const plan = (...ids: number[]) => {
  const { entries, ...counts } = planDeletion(ids, indexFiles(rows))
  return { ids: entries.map(({ id }) => id), ...counts }
}

it('deletes the topmost selected entries, and counts their content', () => {
  expect(plan(3, 2, 1, 1)).toEqual({ ids: [1], files: 2, folders: 2, size: 0, refusedCount: 0 })
  expect(plan(2, 4)).toEqual({ ids: [2, 4], files: 2, folders: 1, size: 0, refusedCount: 0 })
})

it('skips forbidden entries, but deletes permitted entries in them', () => {
  expect(plan(5, 6)).toEqual({ ids: [6], files: 1, folders: 0, size: 0, refusedCount: 1 })
  expect(plan(5)).toMatchObject({ ids: [], refusedCount: 1 })
  expect(plan(0, 77)).toMatchObject({ ids: [], refusedCount: 0 })
})
