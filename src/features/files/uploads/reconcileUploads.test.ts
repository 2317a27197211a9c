import { describe, expect, it } from 'vitest'
import { type AlikeSeen, reconcileCreation, reconcileUpload, type VersionSeen } from './fileWrites.ts'

describe('a creation whose answer was lost', () => {
  const seen = (...alike: AlikeSeen['alike']): AlikeSeen => ({ alike })
  const there = { id: 1, empty: false }
  it.each<[string, AlikeSeen | undefined, AlikeSeen, string]>([
    ['was never sent', undefined, seen({ id: 1, empty: true }), 'send'],
    ['did not arrive', seen(there), seen(there), 'send'],
    ['arrived', seen(there), seen(there, { id: 2, empty: true }), 'done'],
    ['is not what somebody else uploaded', seen(there), seen(there, { id: 2, empty: false }), 'send'],
    ['can be either of two', seen(), seen({ id: 2, empty: true }, { id: 3, empty: true }), 'unknown'],
  ])('%s', (_what, before, now, verdict) => {
    expect(reconcileCreation({ before, now })).toBe(verdict)
  })
})

describe('an upload whose answer was lost', () => {
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
    ['did not arrive at a file without a version', seen(null), seen(null), 'send'],
    ['did not arrive, though the version before has the same bytes', before, seen(old), 'send'],
    ['arrived', before, seen({ id: 2, size: 5, sha1: 'AA' }), 'done'],
    ['arrived, by its size alone', before, seen({ id: 2, size: 5, sha1: '' }), 'done'],
    ['is hidden by a version of somebody else', before, seen({ id: 2, size: 5, sha1: 'bb' }), 'unknown'],
  ])('%s', (_what, known, now, verdict) => {
    expect(reconcileUpload({ before: known, now })).toBe(verdict)
  })
})
