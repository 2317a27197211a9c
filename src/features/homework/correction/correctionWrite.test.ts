import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { submissions } from '../../../contract/submissions.ts'
import type { CorrectionSnapshot } from './correctionDraft.ts'
import { correctionWrite, isApplied, isConflict } from './correctionWrite.ts'

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
const corrected = (fields: Partial<CorrectionSnapshot> = {}): CorrectionSnapshot => ({
  ...handedIn,
  teacher_correction: 'Well done.',
  points: 12.5,
  corrected_at: '2026-11-18T09:10:00+01:00',
  corrected_by_user_id: me,
  is_corrected: true,
  ...fields,
})
const correctionInput = { body: { teacher_correction: 'Well done.', points: 12.5 } }
const hasConflict = (base: CorrectionSnapshot | undefined, remote: CorrectionSnapshot) =>
  isConflict({ input: correctionInput, base, userId: me }, remote)
const wasApplied = (
  remote: CorrectionSnapshot,
  input: Parameters<typeof isApplied>[0]['input'] = correctionInput,
) => isApplied({ input, base: handedIn, userId: me }, remote)

describe('isConflict', () => {
  const changes: [string, Partial<CorrectionSnapshot>][] = [
    ['another comment', { comment: 'Now 5 too.' }],
    ['handed in again', { submitted_at: '2026-11-17T08:00:00+01:00' }],
    ['one more file', { files: [...handedIn.files, { id: 6, sha1: 'bb' }] }],
    ['another file', { files: [{ id: 6, sha1: 'aa' }] }],
    ['other bytes', { files: [{ id: 5, sha1: 'bb' }] }],
    ['one file less', { files: [] }],
  ]
  it('is false if the submission has not changed', () => expect(hasConflict(handedIn, handedIn)).toBe(false))
  it.each(changes)('is true if the submission has changed: %s', (_what, change) => {
    expect(hasConflict(handedIn, { ...handedIn, ...change })).toBe(true)
  })
  it.each<[string, CorrectionSnapshot]>([
    ['by another teacher', corrected({ corrected_by_user_id: other, teacher_correction: 'See me.' })],
    ['the same text by another teacher', corrected({ corrected_by_user_id: other })],
    ['another text by the same teacher', corrected({ teacher_correction: 'Quite good.' })],
    ['the same text with other points', corrected({ points: 12 })],
    ['the same text by an unknown teacher', corrected({ corrected_by_user_id: null })],
  ])('is true with a new correction: %s', (_what, remote) => {
    expect(hasConflict(handedIn, remote)).toBe(true)
  })
  it('is false if the user returned the same correction', () => {
    expect(hasConflict(handedIn, corrected())).toBe(false)
  })
  it('is true if a seen correction has changed', () => {
    const base = corrected({ teacher_correction: 'Neat.', points: 9 })
    expect(hasConflict(base, base)).toBe(false)
    expect(hasConflict(base, { ...base, points: 10 })).toBe(true)
    expect(hasConflict(base, { ...base, corrected_at: '2026-11-18T10:00:00+01:00' })).toBe(true)
  })
  it.each([
    ['2026-11-16T17:02:00Z', 'another time zone'],
    ['2026-11-16T17:02:00.480Z', 'fractions of the second'],
    ['2026-11-16 18:02:00', 'the plain format'],
  ])('treats %s as the same time: %s', submitted_at => {
    expect(hasConflict(handedIn, { ...handedIn, submitted_at })).toBe(false)
  })
  it('is false without a checksum from the service', () => {
    expect(hasConflict(handedIn, { ...handedIn, files: [{ id: 5, sha1: '' }] })).toBe(false)
  })
  it('is true without a base if another user corrected', () => {
    expect(hasConflict(undefined, handedIn)).toBe(false)
    expect(hasConflict(undefined, corrected())).toBe(false)
    expect(hasConflict(undefined, corrected({ corrected_by_user_id: other }))).toBe(true)
  })
})

describe('isApplied, after a lost response,', () => {
  it('is true if the correction is stored', () => {
    expect(wasApplied(corrected())).toBe(true)
    expect(wasApplied(corrected({ teacher_correction: 'Well done.\r\n' }))).toBe(true)
  })
  it('is false without a correction or with another', () => {
    expect(wasApplied(handedIn)).toBe(false)
    expect(wasApplied(corrected({ corrected_by_user_id: other }))).toBe(false)
    expect(wasApplied(corrected({ teacher_correction: 'See me.' }))).toBe(false)
  })
  it('is undefined if the author of the same text is unknown', () => {
    expect(wasApplied(corrected({ corrected_by_user_id: null }))).toBeUndefined()
  })
  it('does not treat missing points as 0', () => {
    const input = { body: { teacher_correction: 'Well done.' } }
    expect(wasApplied(corrected({ points: null }), input)).toBe(true)
    expect(wasApplied(corrected({ points: 0 }), input)).toBe(false)
  })
})

it('reads the list of the class only while the single submission is missing', async () => {
  const entry = { user: { id: 13 }, submission: { ...handedIn, files: [], correction_files: [] } }
  let isMissing = true
  const requests: Endpoint[] = []
  const call = async (endpoint: Endpoint) => {
    requests.push(endpoint)
    if (endpoint === submissions.list) return { rows: [entry] }
    if (isMissing) throw new ApiError('unsupported', { endpoint, status: 404 })
    return entry
  }
  const findConflict = () =>
    correctionWrite.findConflict?.(
      {
        input: { todo_id: 5, user_id: 13, ...correctionInput },
        base: undefined,
        createdAt: 0,
        userId: me,
      },
      call as Call,
    )
  await findConflict()
  expect(requests).toEqual([submissions.get, submissions.list])
  isMissing = false
  await findConflict()
  expect(requests.slice(2)).toEqual([submissions.get])
})
