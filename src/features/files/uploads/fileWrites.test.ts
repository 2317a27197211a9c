import { describe, expect, it } from 'vitest'
import type { Call } from '../../../api/client/call.ts'
import { Document } from '../../../contract/document.ts'
import { ClassFile } from '../../../contract/files.ts'
import { sampleDocument, sampleFile } from '../../../testing/samples.ts'
import {
  fileCreateWrite,
  isVersionUploaded,
  type SameNameEntries,
  type VersionBeforeUpload,
} from './fileWrites.ts'

describe('the creation of an entry after a lost response', () => {
  const entries = (...alike: SameNameEntries['alike']): SameNameEntries => ({ alike })
  const existing = { id: 1, empty: false }
  const file = ClassFile.parse(sampleFile)
  const row = ({ id, empty }: SameNameEntries['alike'][number]): ClassFile => ({
    ...{ ...file, id, name: 'plan.pdf', parent_id: null, is_dir: false, can_write: true },
    document: empty ? null : Document.parse(sampleDocument),
  })
  it.each<[string, SameNameEntries | undefined, SameNameEntries, unknown]>([
    ['did not arrive', entries(existing), entries(existing), false],
    ['arrived', entries(existing), entries(existing, { id: 2, empty: true }), { id: 2, relation: 'file.2' }],
    ['was done by another user', entries(existing), entries(existing, { id: 2, empty: false }), false],
    [
      'matches two new entries',
      entries(),
      entries({ id: 2, empty: true }, { id: 3, empty: true }),
      undefined,
    ],
    ['matches an entry that may be older', undefined, entries({ id: 2, empty: true }), undefined],
  ])('%s', async (_case, base, latest, expected) => {
    const call: Call = async () => ({ rows: latest.alike.map(row), unreadable: 0 })
    const input = { course_id: 1, body: { name: 'plan.pdf', parent_id: null } }
    const sent = { input, base, earlier: [], createdAt: 0, firstSentAt: 0, userId: 7 }
    expect(await fileCreateWrite.wasApplied?.(sent, call)).toEqual(expected)
  })
})

describe('the upload of a version after a lost response', () => {
  const old = { id: 1, size: 5, sha1: 'aa' }
  type Version = VersionBeforeUpload['there']
  it.each<[string, Version, Version, boolean | undefined]>([
    ['did not arrive, file without a version', null, null, false],
    ['did not arrive, previous version has the same bytes', old, old, false],
    ['arrived', old, { id: 2, size: 5, sha1: 'AA' }, true],
    ['arrived, determined by size only', old, { id: 2, size: 5, sha1: '' }, true],
    ['is hidden by a version of another user', old, { id: 2, size: 5, sha1: 'bb' }, undefined],
  ])('%s', (_case, base, latest, expected) => {
    expect(isVersionUploaded(base, latest, { size: 5, sha1: 'aa' })).toBe(expected)
  })
})
