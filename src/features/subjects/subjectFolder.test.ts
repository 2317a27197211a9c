import { expect, it } from 'vitest'
import { ClassFile } from '../../contract/files.ts'
import { findNewestFiles, findSubjectFolder } from './SubjectFiles.tsx'

const entry = (id: number, name: string, parent_id: number | null = null, is_dir = true) =>
  ClassFile.parse({
    ...{ id, name, parent_id, is_dir, document: null, can_write: false },
    created_at: `2026-11-${String(10 + (id % 10)).padStart(2, '0')} 08:00:00`,
  })
const maths = { name: 'Übungen Maths', short: 'Ma' }
const findFolderId = (...files: ClassFile[]) => findSubjectFolder(files, maths)?.id

it('is the folder named like the subject, regardless of case and accents', () => {
  expect(
    findFolderId(entry(1, 'ubungen maths', 9), entry(2, ' ÜBUNGEN MATHS '), entry(3, 'Übungen Maths')),
  ).toBe(2)
  expect(findFolderId(entry(1, 'Übungen Maths', 9))).toBe(1)
})

it('falls back to the abbreviation', () => {
  expect(findFolderId(entry(1, 'ma'), entry(2, 'Maths'))).toBe(1)
  expect(findFolderId(entry(1, 'ma'), entry(2, 'Übungen Maths', 9))).toBe(2)
})

it('is no file, and undefined for a subject without a name', () => {
  expect(findFolderId(entry(1, 'Übungen Maths', null, false), entry(2, 'Maths'))).toBeUndefined()
  expect(findSubjectFolder([entry(1, ' ')], { name: '', short: ' ' })).toBeUndefined()
})

it('findNewestFiles returns files directly in the folder, and counts all entries', () => {
  const files = [
    entry(1, 'Maths'),
    entry(2, 'a.pdf', 1, false),
    entry(4, 'c.pdf', 1, false),
    entry(3, 'b.pdf', 1, false),
    entry(5, 'Tests', 1),
    entry(6, 'inside.pdf', 5, false),
  ]
  const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const { newest, entries } = findNewestFiles(files, 1, { count: 2, at })
  expect(newest.map(({ id }) => id)).toEqual([4, 3])
  expect(entries).toBe(4)
})
