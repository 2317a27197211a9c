import { describe, expect, it } from 'vitest'
import type { ClassFile } from '../../../contract/files.ts'
import { decided, planUploads, waysOf } from './planUploads.ts'

const entry = (id: number, name: string, given: Partial<ClassFile> = {}): ClassFile => ({
  id,
  name,
  is_dir: false,
  parent_id: null,
  created_at: '2026-11-18 10:00:00',
  document: null,
  can_write: true,
  ...given,
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
  it('reuses existing folders, and creates each missing one once, also empty ones', () => {
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
      { path: '/Fractions/New', name: 'New', into: 2 },
      { path: '/Fractions/New/Deep', name: 'Deep', into: '/Fractions/New' },
      { path: '/Empty', name: 'Empty', into: 1 },
    ])
    expect(files.map(({ name, into }) => [name, into])).toEqual([
      ['a.pdf', '/Fractions/New'],
      ['b.pdf', '/Fractions/New/Deep'],
      ['c.pdf', 2],
    ])
  })

  it('makes names safe and lists them, skips empty files, and numbers duplicates', () => {
    const { files, renamed, empty } = planUploads({
      picked: [file('a\tb.pdf'), file('empty.txt', [], ''), file('image.png'), file('image.png')],
      folderId: 0,
      rows,
      coming: [{ into: 0, name: 'a_b.pdf' }],
    })
    expect(files.map(({ name }) => name)).toEqual(['a_b (2).pdf', 'image.png', 'image (2).png'])
    expect(renamed).toEqual([{ from: 'a\tb.pdf', to: 'a_b.pdf' }])
    expect(empty).toEqual(['empty.txt'])
  })
})

describe('an existing file name', () => {
  const plan = (...more: ClassFile[]) =>
    planUploads({ picked: [file('plan.pdf'), file('new.pdf')], folderId: 0, rows: [...rows, ...more] })
  const names = (way: 'keepBoth' | 'replace' | 'skip', of = plan()) =>
    decided(of, { forAll: way, other: new Map() }).map(({ name, there }) => [name, there?.id])

  it('refers to the target folder and to the newest entry with that name', () => {
    expect(plan().files.map(({ there }) => there?.id)).toEqual([4, undefined])
    expect(plan(entry(9, 'plan.pdf')).files[0]?.there?.id).toBe(9)
  })

  it('is resolved for all files, or for a single one', () => {
    expect(names('keepBoth', plan(entry(5, 'plan (2).pdf')))).toEqual([
      ['plan (3).pdf', undefined],
      ['new.pdf', undefined],
    ])
    expect(names('replace')).toEqual([
      ['plan.pdf', 4],
      ['new.pdf', undefined],
    ])
    expect(names('skip')).toEqual([['new.pdf', undefined]])
    const of = plan()
    const [taken] = of.files
    if (!taken) throw new Error('no file')
    const other = new Map([[taken, 'skip' as const]])
    expect(decided(of, { forAll: 'replace', other }).map(({ name }) => name)).toEqual(['new.pdf'])
  })

  it('can’t be replaced without write access', () => {
    const of = plan(entry(9, 'plan.pdf', { can_write: false }))
    expect(of.files.slice(0, 1).map(waysOf)).toEqual([['keepBoth', 'skip']])
    expect(names('replace', of)[0]).toEqual(['plan (2).pdf', undefined])
  })
})
