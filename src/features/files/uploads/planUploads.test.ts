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

describe('what is to be made', () => {
  it('merges folders that are there and makes the others first, each once, empty ones too', () => {
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

  it('makes names harmless and says which, leaves empty files here, and keeps two of one name', () => {
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

describe('a name that is taken', () => {
  const plan = (...more: ClassFile[]) =>
    planUploads({ picked: [file('plan.pdf'), file('new.pdf')], folderId: 0, rows: [...rows, ...more] })
  const names = (way: 'keepBoth' | 'replace' | 'skip', of = plan()) =>
    decided(of, { forAll: way, other: new Map() }).map(({ name, there }) => [name, there?.id])

  it('is that of the folder it goes into, and of the newest there', () => {
    expect(plan().files.map(({ there }) => there?.id)).toEqual([4, undefined])
    expect(plan(entry(9, 'plan.pdf')).files[0]?.there?.id).toBe(9)
  })

  it('is decided for all, or for one', () => {
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

  it('gets no new version of what the person may not write', () => {
    const of = plan(entry(9, 'plan.pdf', { can_write: false }))
    expect(of.files.slice(0, 1).map(waysOf)).toEqual([['keepBoth', 'skip']])
    expect(names('replace', of)[0]).toEqual(['plan (2).pdf', undefined])
  })
})
