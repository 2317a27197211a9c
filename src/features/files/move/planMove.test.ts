import { expect, it } from 'vitest'
import type { ClassFile } from '../../../contract/files.ts'
import type { ConflictSolution } from '../conflicts/conflicts.ts'
import { indexFiles } from '../model/fileIndex.ts'
import { planMove, resolveMove } from './planMove.ts'

const entry = (id: number, parent_id: number | null, fields: Partial<ClassFile> = {}): ClassFile => ({
  ...{ id, name: `${id}.txt`, is_dir: false, parent_id, created_at: '2026-11-18 08:00:00' },
  ...{ document: null, can_write: true },
  ...fields,
})
const folder = (id: number, parent_id: number | null, fields: Partial<ClassFile> = {}) =>
  entry(id, parent_id, { is_dir: true, name: `folder ${id}`, ...fields })

const rows = [
  folder(1, null),
  folder(2, 1),
  entry(3, 2, { name: 'plan.txt' }),
  entry(4, 1, { name: 'plan.txt' }),
  folder(5, null),
  entry(6, 5, { name: 'U\u0308bung.txt' }),
  entry(7, 1, { name: 'Übung.txt' }),
  entry(8, 1, { can_write: false }),
]
const index = indexFiles(rows)
const plan = (ids: number[], folderId: number, forAll: ConflictSolution = 'keepBoth') => {
  const planned = planMove(ids, folderId, index)
  const changes = resolveMove(planned, { forAll, exceptions: new Map() })
  return {
    moves: changes.map(change => [change.entry.id, change.name]),
    conflicts: planned.conflicts.map(({ moved }) => moved.id),
    refusedCount: planned.refusedCount,
    tooDeep: planned.tooDeep.map(({ id }) => id),
  }
}
const none = { moves: [], conflicts: [], refusedCount: 0, tooDeep: [] }

it('moves the topmost selected entries', () => {
  expect(plan([3, 2, 1], 5)).toEqual({ ...none, moves: [[1, 'folder 1']] })
})

it('ignores entries that are already there, and unknown ones', () => {
  expect(plan([4, 77, 0], 1)).toEqual(none)
  expect(plan([1, 5], 0)).toEqual(none)
})

it('refuses folders into themselves, and entries without write access', () => {
  expect(plan([1], 2)).toEqual({ ...none, tooDeep: [1] })
  expect(plan([1], 1)).toEqual({ ...none, tooDeep: [1] })
  expect(plan([8, 3], 0)).toEqual({ ...none, moves: [[3, 'plan.txt']], refusedCount: 1 })
})

it('finds taken names in any Unicode form, and numbers or skips them', () => {
  expect(plan([7], 5)).toMatchObject({ conflicts: [7], moves: [[7, 'Übung (2).txt']] })
  expect(plan([7, 4], 5, 'skip')).toMatchObject({ conflicts: [7], moves: [[4, 'plan.txt']] })
})

it('numbers moved entries of the same name', () => {
  expect(plan([3, 4], 5).moves).toEqual([
    [3, 'plan.txt'],
    [4, 'plan (2).txt'],
  ])
})
