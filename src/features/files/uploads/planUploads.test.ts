import { describe, expect, it } from 'vitest'
import type { ClassFile } from '../../../contract/files.ts'
import { type ConflictSolution, getSolutions } from '../conflicts/conflicts.ts'
import { planUploads, resolveConflicts } from './planUploads.ts'

const entry = (id: number, name: string, fields: Partial<ClassFile> = {}): ClassFile => ({
  id,
  name,
  is_dir: false,
  parent_id: null,
  created_at: '2026-11-18 10:00:00',
  document: null,
  can_write: true,
  ...fields,
})
const folder = (id: number, name: string, parent_id: number | null = null) =>
  entry(id, name, { is_dir: true, parent_id })
const file = (name: string, path: readonly string[] = [], text = 'x') => ({
  path,
  file: new File([text], name),
})

const rows = [
  folder(1, 'Maths'),
  folder(2, 'Fractions', 1),
  entry(3, 'plan.pdf', { parent_id: 2 }),
  entry(4, 'plan.pdf'),
]

describe('planUploads', () => {
  it('reuses folders, and creates missing ones once', () => {
    const { folders, files } = planUploads({
      picked: [
        file('a.pdf', ['Fractions', 'New']),
        file('b.pdf', ['Fractions', 'New', 'Deep']),
        file('c.pdf', ['Fractions']),
        { path: ['Empty'] },
      ],
      folderId: 1,
      rows,
    })
    expect(folders).toEqual([
      { path: '/Fractions/New', name: 'New', parent: 2 },
      { path: '/Fractions/New/Deep', name: 'Deep', parent: '/Fractions/New' },
      { path: '/Empty', name: 'Empty', parent: 1 },
    ])
    expect(files.map(({ name, parent }) => [name, parent])).toEqual([
      ['a.pdf', '/Fractions/New'],
      ['b.pdf', '/Fractions/New/Deep'],
      ['c.pdf', 2],
    ])
  })

  it('replaces unsafe names, skips empty files, numbers duplicates', () => {
    const { files, renamed, emptyNames } = planUploads({
      picked: [file('a\tb.pdf'), file('empty.txt', [], ''), file('image.png'), file('image.png')],
      folderId: 0,
      rows,
      pending: [{ parent: 0, name: 'a_b.pdf' }],
    })
    expect(files.map(({ name }) => name)).toEqual(['a_b (2).pdf', 'image.png', 'image (2).png'])
    expect(renamed).toEqual([{ from: 'a\tb.pdf', to: 'a_b.pdf' }])
    expect(emptyNames).toEqual(['empty.txt'])
  })
})

describe('a taken file name', () => {
  const plan = (...moreRows: ClassFile[]) =>
    planUploads({ picked: [file('plan.pdf'), file('new.pdf')], folderId: 0, rows: [...rows, ...moreRows] })
  const resolvedNames = (solution: ConflictSolution, conflicting = plan()) =>
    resolveConflicts(conflicting, { forAll: solution, exceptions: new Map() }).map(
      ({ name, existingEntry }) => [name, existingEntry?.id],
    )

  it('is compared with the newest entry in the target folder', () => {
    expect(plan().files.map(({ existingEntry }) => existingEntry?.id)).toEqual([4, undefined])
    expect(plan(entry(9, 'plan.pdf')).files[0]?.existingEntry?.id).toBe(9)
  })

  it('is resolved for one or all files', () => {
    expect(resolvedNames('keepBoth', plan(entry(5, 'plan (2).pdf')))).toEqual([
      ['plan (3).pdf', undefined],
      ['new.pdf', undefined],
    ])
    expect(resolvedNames('replace')).toEqual([
      ['plan.pdf', 4],
      ['new.pdf', undefined],
    ])
    expect(resolvedNames('skip')).toEqual([['new.pdf', undefined]])
    const conflicting = plan()
    const [conflictingFile] = conflicting.files
    if (!conflictingFile) throw new Error('no file')
    const exceptions = new Map([[conflictingFile, 'skip' as const]])
    expect(resolveConflicts(conflicting, { forAll: 'replace', exceptions }).map(({ name }) => name)).toEqual([
      'new.pdf',
    ])
  })

  it('can’t be replaced without write access', () => {
    const conflicting = plan(entry(9, 'plan.pdf', { can_write: false }))
    expect(conflicting.files.slice(0, 1).map(getSolutions)).toEqual([['keepBoth', 'skip']])
    expect(resolvedNames('replace', conflicting)[0]).toEqual(['plan (2).pdf', undefined])
  })
})
