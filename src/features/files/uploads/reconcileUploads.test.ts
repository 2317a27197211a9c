import { describe, expect, it } from 'vitest'
import { type AlikeSeen, reconcileCreation, reconcileUpload, type VersionSeen } from './fileWrites.ts'

describe('the creation of an entry after a lost response', () => {
  const seen = (...alike: AlikeSeen['alike']): AlikeSeen => ({ alike })
  const there = { id: 1, empty: false }
  it.each<[string, AlikeSeen | undefined, AlikeSeen, string]>([
    ['was never sent', undefined, seen({ id: 1, empty: true }), 'send'],
    ['did not arrive', seen(there), seen(there), 'send'],
    ['arrived', seen(there), seen(there, { id: 2, empty: true }), 'done'],
    ['was done by another user', seen(there), seen(there, { id: 2, empty: false }), 'send'],
    ['matches two new entries', seen(), seen({ id: 2, empty: true }, { id: 3, empty: true }), 'unknown'],
  ])('%s', (_what, before, now, verdict) => {
    expect(reconcileCreation({ before, now })).toBe(verdict)
  })
})

describe('the upload of a version after a lost response', () => {
  const seen = (there: VersionSeen['there'], sha1 = 'aa'): VersionSeen => ({
    courseId: 1,
    name: 'plan.pdf',
    size: 5,
    sha1,
    there,
  })
  const old = { id: 1, size: 5, sha1: 'aa' }
  const before = seen(old)
  it.each<[string, VersionSeen | undefined, VersionSeen, string]>([
    ['was never sent', undefined, seen(old), 'send'],
    ['did not arrive, file without a version', seen(null), seen(null), 'send'],
    ['did not arrive, previous version has the same bytes', before, seen(old), 'send'],
    ['arrived', before, seen({ id: 2, size: 5, sha1: 'AA' }), 'done'],
    ['arrived, determined by size only', before, seen({ id: 2, size: 5, sha1: '' }), 'done'],
    ['is hidden by a version of another user', before, seen({ id: 2, size: 5, sha1: 'bb' }), 'unknown'],
  ])('%s', (_what, known, now, verdict) => {
    expect(reconcileUpload({ before: known, now })).toBe(verdict)
  })
})
