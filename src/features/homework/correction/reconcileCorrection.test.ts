import { describe, expect, it } from 'vitest'
import type { CorrectionSnapshot } from './correctionDraft.ts'
import { reconcileCorrection } from './correctionWrite.ts'

const me = 1
const other = 2
const handedIn: CorrectionSnapshot = {
  comment: 'I did 1 to 4.',
  submitted_at: '2026-11-16T18:02:00+01:00',
  files: [{ id: 5, sha1: 'aa' }],
  teacher_correction: '',
  points: null,
  corrected_at: null,
  corrected_by_user_id: null,
  is_corrected: false,
}
const corrected = (over: Partial<CorrectionSnapshot> = {}): CorrectionSnapshot => ({
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
  opened: CorrectionSnapshot | undefined,
  before: CorrectionSnapshot | undefined,
  now: CorrectionSnapshot,
) => reconcileCorrection({ input: ours, opened, before, now, userId: me })

describe('before the first attempt', () => {
  const changes: [string, Partial<CorrectionSnapshot>][] = [
    ['another comment', { comment: 'Now 5 too.' }],
    ['handed in again', { submitted_at: '2026-11-17T08:00:00+01:00' }],
    ['one more file', { files: [...handedIn.files, { id: 6, sha1: 'bb' }] }],
    ['another file', { files: [{ id: 6, sha1: 'aa' }] }],
    ['other bytes', { files: [{ id: 5, sha1: 'bb' }] }],
    ['one file less', { files: [] }],
  ]
  it('sends if the submission has not changed', () =>
    expect(reconcile(handedIn, undefined, handedIn)).toBe('send'))
  it.each(changes)('reports a conflict if the submission has changed: %s', (_what, change) => {
    expect(reconcile(handedIn, undefined, { ...handedIn, ...change })).toBe('conflict')
  })
  it.each<[string, CorrectionSnapshot]>([
    ['by another teacher', corrected({ corrected_by_user_id: other, teacher_correction: 'See me.' })],
    ['the same text by another teacher', corrected({ corrected_by_user_id: other })],
    ['another text by the same teacher', corrected({ teacher_correction: 'Quite good.' })],
    ['the same text with other points', corrected({ points: 12 })],
    ['the same text by an unknown teacher', corrected({ corrected_by_user_id: null })],
  ])('reports a conflict with a new correction: %s', (_what, now) => {
    expect(reconcile(handedIn, undefined, now)).toBe('conflict')
  })
  it('is done if the same correction was returned elsewhere', () => {
    expect(reconcile(handedIn, undefined, corrected())).toBe('done')
  })
  it('replaces a correction that the user saw, and reports a conflict if it has changed', () => {
    const opened = corrected({ teacher_correction: 'Neat.', points: 9 })
    expect(reconcile(opened, undefined, opened)).toBe('send')
    expect(reconcile(opened, undefined, { ...opened, points: 10 })).toBe('conflict')
    expect(reconcile(opened, undefined, { ...opened, corrected_at: '2026-11-18T10:00:00+01:00' })).toBe(
      'conflict',
    )
  })
  it.each([
    ['2026-11-16T17:02:00Z', 'another time zone'],
    ['2026-11-16T17:02:00.480Z', 'fractions of the second'],
    ['2026-11-16 18:02:00', 'the plain format'],
  ])('treats %s as the same time: %s', submitted_at => {
    expect(reconcile(handedIn, undefined, { ...handedIn, submitted_at })).toBe('send')
  })
  it('sends if the service no longer gives a checksum', () => {
    expect(reconcile(handedIn, undefined, { ...handedIn, files: [{ id: 5, sha1: '' }] })).toBe('send')
  })
  it('never overwrites a correction without a version to compare with', () => {
    expect(reconcile(undefined, undefined, handedIn)).toBe('send')
    expect(reconcile(undefined, undefined, corrected())).toBe('done')
    expect(reconcile(undefined, undefined, corrected({ corrected_by_user_id: other }))).toBe('conflict')
  })
})

describe('after a lost response', () => {
  it('is done if the service has the correction', () => {
    expect(reconcile(handedIn, handedIn, corrected())).toBe('done')
    expect(reconcile(handedIn, handedIn, corrected({ teacher_correction: 'Well done.\r\n' }))).toBe('done')
  })
  it('sends again if the submission has not changed', () =>
    expect(reconcile(handedIn, handedIn, handedIn)).toBe('send'))
  it('reports a conflict if the pupil has changed the submission', () => {
    expect(reconcile(handedIn, handedIn, { ...handedIn, comment: 'More.' })).toBe('conflict')
  })
  it('reports a conflict with another correction', () => {
    expect(reconcile(handedIn, handedIn, corrected({ corrected_by_user_id: other }))).toBe('conflict')
    expect(reconcile(handedIn, handedIn, corrected({ teacher_correction: 'See me.' }))).toBe('conflict')
  })
  it('is unknown if the service does not say who wrote the same text', () => {
    expect(reconcile(handedIn, handedIn, corrected({ corrected_by_user_id: null }))).toBe('unknown')
  })
  it('does not treat missing points as 0', () => {
    const input = { body: { teacher_correction: 'Well done.' } }
    const given = { input, opened: handedIn, before: handedIn, userId: me }
    expect(reconcileCorrection({ ...given, now: corrected({ points: null }) })).toBe('done')
    expect(reconcileCorrection({ ...given, now: corrected({ points: 0 }) })).toBe('conflict')
  })
  it('compares a second correction with the first one', () => {
    const first = corrected({ teacher_correction: 'Neat.' })
    expect(reconcile(first, first, first)).toBe('send')
    expect(reconcile(first, first, corrected())).toBe('done')
  })
})
