import { expect, it } from 'vitest'
import type { ClassFile } from '../../../contract/files.ts'
import { indexFiles } from '../model/fileIndex.ts'
import { createZipPlan } from './zipPlan.ts'

let lastId = 0
const newId = () => {
  lastId += 1
  return lastId
}
const entry = (name: string, fields: Partial<ClassFile> = {}): ClassFile => ({
  ...{ id: newId(), name, is_dir: false, parent_id: null, created_at: '2026-11-18 08:00:00' },
  ...{ document: null, can_write: true },
  ...fields,
})
const folder = (name: string, fields: Partial<ClassFile> = {}) => entry(name, { is_dir: true, ...fields })
const paths = (selected: ClassFile[], rows: ClassFile[]) =>
  createZipPlan(selected, indexFiles(rows)).entries.map(({ kind, path }) =>
    kind === 'folder' ? `${path}/` : path,
  )

it('contains nested and empty folders once', () => {
  const maths = folder('Maths')
  const tests = folder('Tests', { parent_id: maths.id })
  const empty = folder('Empty', { parent_id: maths.id })
  const test = entry('test.pdf', { parent_id: tests.id })
  const rows = [maths, tests, empty, test, entry('other.txt')]
  expect(paths([test, maths, tests], rows)).toEqual(['Maths/Empty/', 'Maths/Tests/test.pdf'])
})

it('numbers names that some system treats as equal', () => {
  const a = folder('A')
  const rows = [a, folder('a'), ...['x.txt', 'X.txt', 'x (2).txt', 'é', 'e\u0301'].map(name => entry(name))]
  const inside = entry('x.txt', { parent_id: a.id })
  expect(paths(rows, [...rows, inside])).toEqual([
    'a (2)/',
    'x.txt',
    'X (2).txt',
    'x (2) (2).txt',
    'é',
    'e\u0301 (2)',
    'A/x.txt',
  ])
  const many = Array.from({ length: 3000 }, () => entry('same'))
  expect(new Set(paths(many, many)).size).toBe(3000)
})

it('replaces unsafe names, and limits their length', () => {
  const names = [
    '..',
    '../../etc/passwd',
    '/root',
    'C:\\x',
    '   ',
    'con',
    'ü'.repeat(5000),
    'annex\u202efdp.exe',
    'CON .txt',
    'conin$',
    `${'a'.repeat(199)} b`,
    `${'ü'.repeat(99)}a. b`,
    `CON${'\u3000'.repeat(150)}x`,
  ]
  const rows = names.map(name => entry(name))
  const safePaths = paths(rows, rows)
  expect(safePaths).toHaveLength(names.length)
  for (const path of safePaths) {
    expect(path).not.toMatch(/(^|\/)\.{0,2}(\/|$)|[\\:\u202e]|[\s.]$|^con(?:in\$)?\s*(?:\.|$)/i)
    expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(200)
  }
  let parent: number | null = null
  const deep = Array.from({ length: 400 }, (_, depth) => {
    const nested = folder(`level ${depth} ${'ü'.repeat(300)}`, { parent_id: parent })
    parent = nested.id
    return nested
  })
  const [first] = deep
  if (!first) throw new Error('no folder')
  const leaf = entry('leaf.txt', { parent_id: parent })
  const [path = '', ...otherPaths] = paths([first], [...deep, leaf])
  expect([path.endsWith('/leaf.txt'), otherPaths, path.length < 10_000]).toEqual([true, [], true])
})

it('handles cyclic folders', () => {
  const a = folder('A')
  const b = folder('B', { parent_id: a.id })
  a.parent_id = b.id
  expect(paths([a, b], [a, b])).toHaveLength(2)
  const cyclicIndex = { getPath: () => [], getChildren: () => [a, b] }
  expect(createZipPlan([a], cyclicIndex).entries.length).toBeLessThan(3)
})
