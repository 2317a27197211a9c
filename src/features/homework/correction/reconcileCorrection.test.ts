import { describe, expect, it } from 'vitest'
import type { CorrectionSeen } from './correctionDraft.ts'
import { reconcileCorrection } from './correctionWrite.ts'

const me = 1
const other = 2
const handedIn: CorrectionSeen = {
  comment: 'I did 1 to 4.',
  submitted_at: '2026-11-16T18:02:00+01:00',
  files: [{ id: 5, sha1: 'aa' }],
  teacher_correction: '',
  points: null,
  corrected_at: null,
  corrected_by_user_id: null,
  is_corrected: false,
}
const corrected = (over: Partial<CorrectionSeen> = {}): CorrectionSeen => ({
  ...handedIn,
  teacher_correction: 'Well done.',
  points: 12.5,
  corrected_at: '2026-11-18T09:10:00+01:00',
  corrected_by_user_id: me,
  is_corrected: true,
  ...over,
})
const ours = { body: { teacher_correction: 'Well done.', points: 12.5 } }
const reconcile = (
  opened: CorrectionSeen | undefined,
  before: CorrectionSeen | undefined,
  now: CorrectionSeen,
) => reconcileCorrection({ input: ours, opened, before, now, userId: me })

describe('before it is first sent', () => {
  const changes: [string, Partial<CorrectionSeen>][] = [
    ['another comment', { comment: 'Now 5 too.' }],
    ['handed in again', { submitted_at: '2026-11-17T08:00:00+01:00' }],
    ['one file more', { files: [...handedIn.files, { id: 6, sha1: 'bb' }] }],
    ['another file', { files: [{ id: 6, sha1: 'aa' }] }],
    ['other bytes', { files: [{ id: 5, sha1: 'bb' }] }],
    ['a file less', { files: [] }],
  ]
  it('goes when nothing changed', () => expect(reconcile(handedIn, undefined, handedIn)).toBe('send'))
  it.each(changes)('stops for %s', (_what, change) => {
    expect(reconcile(handedIn, undefined, { ...handedIn, ...change })).toBe('conflict')
  })
  it.each<[string, CorrectionSeen]>([
    ['another teacher’s', corrected({ corrected_by_user_id: other, teacher_correction: 'See me.' })],
    ['the same words of another', corrected({ corrected_by_user_id: other })],
    ['own words from elsewhere', corrected({ teacher_correction: 'Quite good.' })],
    ['own with other points', corrected({ points: 12 })],
    ['one of nobody known', corrected({ corrected_by_user_id: null })],
  ])('stops for a correction: %s', (_what, now) => {
    expect(reconcile(handedIn, undefined, now)).toBe('conflict')
  })
  it('is done when the very same was returned from elsewhere', () => {
    expect(reconcile(handedIn, undefined, corrected())).toBe('done')
  })
  it('goes over a correction that was opened, and stops when that changed', () => {
    const opened = corrected({ teacher_correction: 'Neat.', points: 9 })
    expect(reconcile(opened, undefined, opened)).toBe('send')
    expect(reconcile(opened, undefined, { ...opened, points: 10 })).toBe('conflict')
    expect(reconcile(opened, undefined, { ...opened, corrected_at: '2026-11-18T10:00:00+01:00' })).toBe(
      'conflict',
    )
  })
  it.each([
    ['2026-11-16T17:02:00Z', 'the same moment in another zone'],
    ['2026-11-16T17:02:00.480Z', 'fractions of the second'],
    ['2026-11-16 18:02:00', 'the plain format'],
  ])('takes %s for %s', submitted_at => {
    expect(reconcile(handedIn, undefined, { ...handedIn, submitted_at })).toBe('send')
  })
  it('does not mind a service that gives no checksum, or none any more', () => {
    expect(reconcile(handedIn, undefined, { ...handedIn, files: [{ id: 5, sha1: '' }] })).toBe('send')
  })
  it('overwrites nothing when there is nothing to compare with', () => {
    expect(reconcile(undefined, undefined, handedIn)).toBe('send')
    expect(reconcile(undefined, undefined, corrected())).toBe('done')
    expect(reconcile(undefined, undefined, corrected({ corrected_by_user_id: other }))).toBe('conflict')
  })
})

describe('after a lost answer', () => {
  it('is done when the service holds it', () => {
    expect(reconcile(handedIn, handedIn, corrected())).toBe('done')
    expect(reconcile(handedIn, handedIn, corrected({ teacher_correction: 'Well done.\r\n' }))).toBe('done')
  })
  it('goes again when nothing changed', () => expect(reconcile(handedIn, handedIn, handedIn)).toBe('send'))
  it('stops when the pupil handed in again meanwhile', () => {
    expect(reconcile(handedIn, handedIn, { ...handedIn, comment: 'More.' })).toBe('conflict')
  })
  it('stops when somebody else’s is there', () => {
    expect(reconcile(handedIn, handedIn, corrected({ corrected_by_user_id: other }))).toBe('conflict')
    expect(reconcile(handedIn, handedIn, corrected({ teacher_correction: 'See me.' }))).toBe('conflict')
  })
  it('can’t tell when the service doesn’t say whose the same words are', () => {
    expect(reconcile(handedIn, handedIn, corrected({ corrected_by_user_id: null }))).toBe('unknown')
  })
  it('takes missing points for none, never for 0', () => {
    const input = { body: { teacher_correction: 'Well done.' } }
    const given = { input, opened: handedIn, before: handedIn, userId: me }
    expect(reconcileCorrection({ ...given, now: corrected({ points: null }) })).toBe('done')
    expect(reconcileCorrection({ ...given, now: corrected({ points: 0 }) })).toBe('conflict')
  })
  it('compares a second correction with the first, not with what was handed in', () => {
    const first = corrected({ teacher_correction: 'Neat.' })
    expect(reconcile(first, first, first)).toBe('send')
    expect(reconcile(first, first, corrected())).toBe('done')
  })
})
