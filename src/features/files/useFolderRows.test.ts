import { expect, it } from 'vitest'
import type { ClassFile } from '../../contract/files.ts'
import { byName, type Sorting, sortColumns } from './filesAddress.ts'
import { indexFiles } from './model/fileIndex.ts'
import { allSteps, arrangeSteps, entryOrder } from './useArranged.ts'

const entry = (id: number, name: string, more: Partial<ClassFile> = {}): ClassFile => ({
  id,
  name,
  is_dir: false,
  parent_id: null,
  created_at: '2026-11-18 08:00:00',
  document: null,
  can_write: true,
  ...more,
})

const arranged = (rows: readonly ClassFile[], sort: Sorting, find = '', language = 'en') => {
  const index = indexFiles(rows)
  const order = entryOrder(sort, { language, timeZone: 'Europe/Berlin', index })
  return allSteps(arrangeSteps({ index, folderId: 0, find, order }))
}
const names = (...of: Parameters<typeof arranged>) => arranged(...of).rows.map(({ name }) => name)
const down = (by: Sorting['by']) => ({ by, descending: true })

it('sorts names numerically and by language, with folders first in both directions', () => {
  const rows = [
    entry(1, 'page 10.pdf'),
    entry(2, 'Page 2.pdf'),
    entry(3, 'Äpfel'),
    entry(4, 'Zoo', { is_dir: true }),
    entry(5, 'Birnen'),
    entry(6, 'Archiv', { is_dir: true }),
  ]
  const sorted = ['Archiv', 'Zoo', 'Äpfel', 'Birnen', 'Page 2.pdf', 'page 10.pdf']
  expect(names(rows, byName, '', 'de')).toEqual(sorted)
  // Reversed from a sorted list, and sorted from scratch.
  const turned = ['Zoo', 'Archiv', 'page 10.pdf', 'Page 2.pdf', 'Birnen', 'Äpfel']
  expect(names(rows, down('name'), '', 'de')).toEqual(turned)
  expect(names(rows.toReversed(), down('name'), '', 'de')).toEqual(turned)
})

it('sorts by the instant an entry was added, in both time formats and across a DST change', () => {
  const rows = [
    entry(1, 'c', { created_at: '2026-10-25 02:30:00' }),
    entry(2, 'd', { created_at: '2026-10-25T02:30:00+01:00' }),
    entry(3, 'a', { created_at: '2026-10-24T23:00:00Z' }),
    entry(4, 'b', { created_at: '2026-10-25 00:59:00' }),
    entry(5, 'e', { created_at: 'once upon a time' }),
  ]
  expect(names(rows, { by: 'added', descending: false })).toEqual(['e', 'b', 'a', 'c', 'd'])
})

it('has an order for every column', () => {
  const document = (size: number) => ({ size }) as ClassFile['document']
  const rows = [
    entry(1, 'a', { document: document(2), created_at: '2026-11-20 08:00:00' }),
    entry(2, 'b', { document: document(3), created_at: '2026-11-18 08:00:00' }),
    entry(3, 'c', { document: document(1), created_at: '2026-11-19 08:00:00' }),
  ]
  const orders = sortColumns.map(by => names(rows, { by, descending: false }).join())
  expect(orders).toEqual(['a,b,c', 'c,a,b', 'b,c,a'])
  const unknown = { by: 'kind', descending: false } as unknown as Sorting
  expect(() => names(rows, unknown)).toThrow('no order by kind')
})

it('sorts thousands of entries in steps with the same result', () => {
  const rows = Array.from({ length: 3500 }, (_, at) => entry(at + 1, `${(at * 7919) % 3500}.txt`))
  expect(names(rows, byName)).toEqual(Array.from({ length: 3500 }, (_, at) => `${at}.txt`))
})

it('finds matches in the folder first, then below it', () => {
  const rows = [
    entry(1, 'Tests', { is_dir: true }),
    entry(2, 'angles test.pdf', { parent_id: 1 }),
    entry(3, 'z angles.pdf'),
    entry(4, 'other.pdf'),
  ]
  const found = arranged(rows, byName, 'angles')
  expect(found.rows.map(({ id }) => id)).toEqual([3, 2])
  expect(found.here).toBe(1)
})
