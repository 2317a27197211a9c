import { expect, it } from 'vitest'
import type { ClassFile } from '../../../contract/files.ts'
import { createEntryOrder, sortByName } from '../model/entryOrder.ts'
import { indexFiles } from '../model/fileIndex.ts'
import { getFolderRows } from './FolderTree.tsx'

const folder = (id: number, name: string, parent_id: number | null = null): ClassFile => ({
  id,
  name,
  is_dir: true,
  parent_id,
  created_at: '2026-11-18 08:00:00',
  document: null,
  can_write: true,
})
const index = indexFiles([
  folder(1, 'Maths'),
  folder(2, 'Fractions', 1),
  folder(3, 'Angles', 1),
  folder(4, 'English'),
  folder(5, 'Tests', 2),
  // A cycle: both are at the top level.
  folder(6, 'Loop', 7),
  folder(7, 'Pool', 6),
])
const order = createEntryOrder(sortByName, { language: 'en', timeZone: 'Europe/Berlin', index })
const rowsOf = (...expanded: number[]) => getFolderRows(index, new Set(expanded), order)

it('returns expanded folders with level and position', () => {
  expect(
    rowsOf(0, 1).map(row => [
      row.level,
      row.node.folder?.name,
      row.isExpanded,
      row.position,
      row.siblingCount,
    ]),
  ).toEqual([
    [1, undefined, true, 1, 1],
    [2, 'English', undefined, 1, 4],
    [2, 'Loop', undefined, 2, 4],
    [2, 'Maths', true, 3, 4],
    [3, 'Angles', undefined, 1, 2],
    [3, 'Fractions', false, 2, 2],
    [2, 'Pool', undefined, 4, 4],
  ])
  expect(rowsOf()).toHaveLength(1)
})
