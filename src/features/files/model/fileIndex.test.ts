import { describe, expect, it } from 'vitest'
import type { ClassFile } from '../../../contract/files.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { createNameSearch, type FileIndex, indexFiles } from './fileIndex.ts'

const entry = (id: number, parent_id: number | null, fields: Partial<ClassFile> = {}): ClassFile => ({
  id,
  name: `entry ${id}`,
  is_dir: true,
  parent_id,
  created_at: '2026-11-18 08:00:00',
  document: null,
  can_write: true,
  ...fields,
})
const document = (size: number): ClassFile['document'] => ({
  id: 1,
  name: 'a.txt',
  content_type: 'text/plain',
  size,
  related_to: '',
  uploaded: null,
  url: '',
  preview_url: null,
  download_url: '',
  can_delete: false,
  hash: '',
  sha1_checksum: '',
  human_size: '',
})
const ids = (entries: readonly ClassFile[]) => entries.map(({ id }) => id)

const isInCycle = (index: FileIndex, id: number): boolean => {
  const visited = new Set<number>()
  let row = index.get(id)
  for (; row?.parent_id != null && !visited.has(row.id); row = index.get(row.parent_id)) visited.add(row.id)
  return row !== undefined && visited.has(row.id)
}

/** Arbitrary lists with cycles, orphans, children of files and duplicate IDs. */
const anyRows = fc.array(
  fc
    .tuple(fc.nat(12), fc.option(fc.nat(14), { nil: null }), fc.boolean())
    .map(([id, parent, is_dir]) => entry(id, parent || null, { is_dir })),
  { maxLength: 16 },
)

describe('indexFiles', () => {
  it('moves cycles, orphans and children of files to the root', () => {
    const index = indexFiles([
      entry(1, null),
      entry(2, 1),
      entry(3, 4),
      entry(4, 3),
      entry(5, 3, { is_dir: false }),
      entry(6, 6),
      entry(7, 999),
      entry(8, 2, { is_dir: false }),
      entry(9, 8),
      entry(2, null, { name: 'again' }),
      entry(0, null, { name: 'top folder' }),
    ])
    expect(ids(index.getChildren(0))).toEqual([1, 3, 4, 6, 7, 9])
    expect(ids(index.getChildren(3))).toEqual([5])
    expect(ids(index.getPath(8))).toEqual([1, 2, 8])
    expect(ids(index.getPath(5))).toEqual([3, 5])
    expect(index.get(2)?.name).toBe('entry 2')
    expect(ids(index.getSubfolders(2))).toEqual([])
  })

  it('has each entry in one folder', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const index = indexFiles(rows)
        const foundIds: number[] = []
        const folderIds = [0]
        for (let folderId = folderIds.pop(); folderId !== undefined; folderId = folderIds.pop()) {
          for (const child of index.getChildren(folderId)) {
            foundIds.push(child.id)
            if (child.is_dir) folderIds.push(child.id)
          }
        }
        const all = [...new Set(ids(rows))].filter(id => id !== 0)
        expect(foundIds.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
        for (const id of foundIds) expect(index.getPath(id).at(-1)?.id).toBe(id)
        expect(index.getCounts(0).files + index.getCounts(0).folders).toBe(foundIds.length)
      }),
    )
  })

  it('omits entries of an incomplete list whose folders are missing', () => {
    const rows = [
      entry(1, null),
      entry(2, 1, { is_dir: false }),
      entry(3, 9),
      entry(4, 3),
      entry(5, 4, { is_dir: false }),
      entry(6, 7),
      entry(7, 6),
      entry(8, 2),
    ]
    const index = indexFiles([...rows], { isComplete: false })
    // 6 and 7 form a cycle, and 8 is inside a file.
    expect(ids(index.all)).toEqual([1, 2, 6, 7, 8])
    expect([index.isComplete, index.get(4), ids(index.getDescendants(0))]).toEqual([
      false,
      undefined,
      [1, 2, 6, 7, 8],
    ])
    const complete = indexFiles([...rows, entry(9, null)])
    expect([complete.isComplete, ids(complete.getPath(5))]).toEqual([true, [9, 3, 4, 5]])
  })

  it('never moves an entry when more of the list arrives', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(16), (drawn, count) => {
        const rows = [...new Map(drawn.filter(({ id }) => id !== 0).map(row => [row.id, row])).values()]
        const complete = indexFiles(rows)
        const partial = indexFiles(rows.slice(0, count), { isComplete: false })
        for (const { id, parent_id } of partial.all) {
          const isOrphan = parent_id !== null && complete.get(parent_id) === undefined
          expect(isOrphan).toBe(false)
          // A cycle may close later, and then moves to the top.
          if (!isInCycle(complete, id)) expect(ids(partial.getPath(id))).toEqual(ids(complete.getPath(id)))
        }
      }),
    )
  })

  it('handles 3,000 nested folders', () => {
    const deep = Array.from({ length: 3000 }, (_, depth) => entry(depth + 1, depth || null))
    const index = indexFiles(deep)
    expect(index.getPath(3000)).toHaveLength(3000)
    expect(index.getCounts(1)).toEqual({ files: 0, folders: 2999, size: 0 })
  })
})

it('counts nested files, and finds words ignoring case and accents', () => {
  const index = indexFiles([
    entry(1, null, { name: 'Übungen' }),
    entry(2, 1, { name: 'Brüche.pdf', is_dir: false, document: document(100) }),
    entry(3, 1, { name: 'Alt' }),
    entry(4, 3, { name: 'bruch alt.pdf', is_dir: false, document: document(20) }),
  ])
  expect(index.getCounts(1)).toEqual({ files: 2, folders: 1, size: 120 })
  const found = (text: string, folderId = 0) => {
    const search = createNameSearch(index.getDescendants(folderId), text)
    expect(search.searchNext(10)).toBe(true)
    return ids(search.matches)
  }
  expect(found('BRUCH pdf')).toEqual([2, 4])
  expect(found('bruch', 3)).toEqual([4])
  expect(found('  ')).toEqual([])
})
