import { describe, expect, it } from 'vitest'
import type { CorrectionSnapshot } from './correctionDraft.ts'
import { isApplied, isConflict } from './correctionWrite.ts'

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
const conflict = (opened: CorrectionSnapshot | undefined, now: CorrectionSnapshot) =>
  isConflict({ input: ours, opened, userId: me }, now)
const applied = (now: CorrectionSnapshot, input: Parameters<typeof isApplied>[0]['input'] = ours) =>
  isApplied({ input, opened: handedIn, userId: me }, now)

describe('isConflict', () => {
  const changes: [string, Partial<CorrectionSnapshot>][] = [
    ['another comment', { comment: 'Now 5 too.' }],
    ['handed in again', { submitted_at: '2026-11-17T08:00:00+01:00' }],
    ['one more file', { files: [...handedIn.files, { id: 6, sha1: 'bb' }] }],
    ['another file', { files: [{ id: 6, sha1: 'aa' }] }],
    ['other bytes', { files: [{ id: 5, sha1: 'bb' }] }],
    ['one file less', { files: [] }],
  ]
  it('is false if the submission has not changed', () => expect(conflict(handedIn, handedIn)).toBe(false))
  it.each(changes)('is true if the submission has changed: %s', (_what, change) => {
    expect(conflict(handedIn, { ...handedIn, ...change })).toBe(true)
  })
  it.each<[string, CorrectionSnapshot]>([
    ['by another teacher', corrected({ corrected_by_user_id: other, teacher_correction: 'See me.' })],
    ['the same text by another teacher', corrected({ corrected_by_user_id: other })],
    ['another text by the same teacher', corrected({ teacher_correction: 'Quite good.' })],
    ['the same text with other points', corrected({ points: 12 })],
    ['the same text by an unknown teacher', corrected({ corrected_by_user_id: null })],
  ])('is true with a new correction: %s', (_what, now) => {
    expect(conflict(handedIn, now)).toBe(true)
  })
  it('is false if the user has returned the same correction', () => {
    expect(conflict(handedIn, corrected())).toBe(false)
  })
  it('is true if a correction that the user saw has changed', () => {
    const opened = corrected({ teacher_correction: 'Neat.', points: 9 })
    expect(conflict(opened, opened)).toBe(false)
    expect(conflict(opened, { ...opened, points: 10 })).toBe(true)
    expect(conflict(opened, { ...opened, corrected_at: '2026-11-18T10:00:00+01:00' })).toBe(true)
  })
  it.each([
    ['2026-11-16T17:02:00Z', 'another time zone'],
    ['2026-11-16T17:02:00.480Z', 'fractions of the second'],
    ['2026-11-16 18:02:00', 'the plain format'],
  ])('treats %s as the same time: %s', submitted_at => {
    expect(conflict(handedIn, { ...handedIn, submitted_at })).toBe(false)
  })
  it('is false if the service no longer gives a checksum', () => {
    expect(conflict(handedIn, { ...handedIn, files: [{ id: 5, sha1: '' }] })).toBe(false)
  })
  it('is true with any correction of another user if there is no version to compare with', () => {
    expect(conflict(undefined, handedIn)).toBe(false)
    expect(conflict(undefined, corrected())).toBe(false)
    expect(conflict(undefined, corrected({ corrected_by_user_id: other }))).toBe(true)
  })
})

describe('isApplied, after a lost response,', () => {
  it('is true if the service has the correction', () => {
    expect(applied(corrected())).toBe(true)
    expect(applied(corrected({ teacher_correction: 'Well done.\r\n' }))).toBe(true)
  })
  it('is false without a correction, or with another one', () => {
    expect(applied(handedIn)).toBe(false)
    expect(applied(corrected({ corrected_by_user_id: other }))).toBe(false)
    expect(applied(corrected({ teacher_correction: 'See me.' }))).toBe(false)
  })
  it('is undefined if the service does not say who wrote the same text', () => {
    expect(applied(corrected({ corrected_by_user_id: null }))).toBeUndefined()
  })
  it('treats missing points as none, not as 0', () => {
    const input = { body: { teacher_correction: 'Well done.' } }
    expect(applied(corrected({ points: null }), input)).toBe(true)
    expect(applied(corrected({ points: 0 }), input)).toBe(false)
  })
})
