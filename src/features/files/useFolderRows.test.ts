import { expect, it } from 'vitest'
import type { ClassFile } from '../../contract/files.ts'
import { createEntryOrder, type Sorting, sortByName } from './model/entryOrder.ts'
import { sortColumns } from './model/fileColumns.ts'
import { indexFiles } from './model/fileIndex.ts'
import { computeFolderRows, runToEnd } from './useFolderRows.ts'

const entry = (id: number, name: string, fields: Partial<ClassFile> = {}): ClassFile => ({
  id,
  name,
  is_dir: false,
  parent_id: null,
  created_at: '2026-11-18 08:00:00',
  document: null,
  can_write: true,
  ...fields,
})

const getRows = (rows: readonly ClassFile[], sort: Sorting, find = '', language = 'en') => {
  const index = indexFiles(rows)
  const order = createEntryOrder(sort, { language, timeZone: 'Europe/Berlin', index })
  return runToEnd(computeFolderRows({ index, folderId: 0, find, order }))
}
const names = (...given: Parameters<typeof getRows>) => getRows(...given).rows.map(({ name }) => name)

it('sorts names numerically by locale, folders first', () => {
  const rows = [
    entry(1, 'page 10.pdf'),
    entry(2, 'Page 2.pdf'),
    entry(3, 'Äpfel'),
    entry(4, 'Zoo', { is_dir: true }),
    entry(5, 'Birnen'),
    entry(6, 'Archiv', { is_dir: true }),
  ]
  const sorted = ['Archiv', 'Zoo', 'Äpfel', 'Birnen', 'Page 2.pdf', 'page 10.pdf']
  expect(names(rows, sortByName, '', 'de')).toEqual(sorted)
  const reversed = ['Zoo', 'Archiv', 'page 10.pdf', 'Page 2.pdf', 'Birnen', 'Äpfel']
  expect(names(rows, { column: 'name', descending: true }, '', 'de')).toEqual(reversed)
  expect(names(rows.toReversed(), { column: 'name', descending: true }, '', 'de')).toEqual(reversed)
})

it('sorts by instant, also across a DST change', () => {
  const rows = [
    entry(1, 'c', { created_at: '2026-10-25 02:30:00' }),
    entry(2, 'd', { created_at: '2026-10-25T02:30:00+01:00' }),
    entry(3, 'a', { created_at: '2026-10-24T23:00:00Z' }),
    entry(4, 'b', { created_at: '2026-10-25 00:59:00' }),
    entry(5, 'e', { created_at: 'once upon a time' }),
  ]
  expect(names(rows, { column: 'added', descending: false })).toEqual(['e', 'b', 'a', 'c', 'd'])
})

it('sorts by every column', () => {
  const document = (size: number) => ({ size }) as ClassFile['document']
  const rows = [
    entry(1, 'a', { document: document(2), created_at: '2026-11-20 08:00:00' }),
    entry(2, 'b', { document: document(3), created_at: '2026-11-18 08:00:00' }),
    entry(3, 'c', { document: document(1), created_at: '2026-11-19 08:00:00' }),
  ]
  const orders = sortColumns.map(column => names(rows, { column, descending: false }).join())
  expect(orders).toEqual(['a,b,c', 'c,a,b', 'b,c,a'])
})

it('sorts thousands of entries in steps', () => {
  const rows = Array.from({ length: 3500 }, (_, index) => entry(index + 1, `${(index * 7919) % 3500}.txt`))
  expect(names(rows, sortByName)).toEqual(Array.from({ length: 3500 }, (_, index) => `${index}.txt`))
})

it('lists matches of the folder before those of subfolders', () => {
  const rows = [
    entry(1, 'Tests', { is_dir: true }),
    entry(2, 'angles test.pdf', { parent_id: 1 }),
    entry(3, 'z angles.pdf'),
    entry(4, 'other.pdf'),
  ]
  const found = getRows(rows, sortByName, 'angles')
  expect(found.rows.map(({ id }) => id)).toEqual([3, 2])
  expect(found.directCount).toBe(1)
})
