import { expect, it } from 'vitest'
import type { ClassFile } from '../../contract/files.ts'
import { createFileEntries } from './rankEntries.ts'

const entry = (id: number, name: string, parent_id: number | null, is_dir = false): ClassFile => ({
  id,
  name,
  is_dir,
  parent_id,
  created_at: '2026-11-18 08:00:00',
  document: null,
  can_write: true,
})
const visitedPaths: string[] = []
const findEntries = (rows: readonly ClassFile[], text: string) =>
  createFileEntries(rows, {
    courseId: 7,
    classTitle: 'Class 8b',
    topFolder: 'Class files',
    text,
    navigate: path => void visitedPaths.push(path),
  })

it('leads to folders and files, and is empty without text', () => {
  const rows = [entry(1, 'Maths', null, true), entry(2, 'maths test.pdf', 1), entry(3, 'maths.txt', null)]
  expect(findEntries(rows, ' ')).toEqual([])
  const entries = findEntries(rows, 'MATHS')
  expect(entries.map(({ label, detail }) => [label, detail])).toEqual([
    ['Maths', 'Class files · Class 8b'],
    ['maths test.pdf', 'Maths · Class 8b'],
    ['maths.txt', 'Class files · Class 8b'],
  ])
  for (const { run } of entries) run()
  expect(visitedPaths).toEqual(['/classes/7/files/1', '/classes/7/files/1?file=2', '/classes/7/files?file=3'])
})

it('returns at most 100 files', () => {
  const rows = Array.from({ length: 3000 }, (_, at) => entry(at + 1, `sheet ${at}.pdf`, null))
  expect(findEntries(rows, 'sheet')).toHaveLength(100)
})

it('finds names that begin with the text behind many others', () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => entry(at + 1, `worksheet ${at}.pdf`, null))
  rows.push(entry(20_001, 'Sheet answers.pdf', null), entry(20_002, 'Sheet', null, true))
  const labels = findEntries(rows, 'sheet').map(({ label }) => label)
  expect(labels).toHaveLength(100)
  expect(labels.slice(0, 3)).toEqual(['Sheet', 'Sheet answers.pdf', 'worksheet 0.pdf'])
})
