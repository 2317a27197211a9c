import { expect, it } from 'vitest'
import type { ClassFile } from '../../contract/files.ts'
import { byName, type Sorting } from './filesAddress.ts'
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

it('counts in names, knows the letters of the language, and puts folders first either way', () => {
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
  // Turned over and sorted anew.
  const turned = ['Zoo', 'Archiv', 'page 10.pdf', 'Page 2.pdf', 'Birnen', 'Äpfel']
  expect(names(rows, down('name'), '', 'de')).toEqual(turned)
  expect(names(rows.toReversed(), down('name'), '', 'de')).toEqual(turned)
})

it('sorts by the instant something was added, whichever way that is written, and on the day the clocks change', () => {
  const rows = [
    entry(1, 'c', { created_at: '2026-10-25 02:30:00' }),
    entry(2, 'd', { created_at: '2026-10-25T02:30:00+01:00' }),
    entry(3, 'a', { created_at: '2026-10-24T23:00:00Z' }),
    entry(4, 'b', { created_at: '2026-10-25 00:59:00' }),
    entry(5, 'e', { created_at: 'once upon a time' }),
  ]
  expect(names(rows, { by: 'added', descending: false })).toEqual(['e', 'b', 'a', 'c', 'd'])
})

it('sorts thousands in steps as all at once', () => {
  const rows = Array.from({ length: 3500 }, (_, at) => entry(at + 1, `${(at * 7919) % 3500}.txt`))
  expect(names(rows, byName)).toEqual(Array.from({ length: 3500 }, (_, at) => `${at}.txt`))
})

it('finds in the folder first, then below it', () => {
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
