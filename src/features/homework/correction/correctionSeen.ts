import { z } from 'zod/mini'
import type { Submission } from '../../../contract/submissions.ts'
import { normalized } from '../../../lib/normalized.ts'
import { instantOf } from '../../../lib/schoolTime.ts'

/** What of a submission decides whether a correction may be returned: the pupil's side, and any correction there is. */
export const CorrectionSeen = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  /** Bytes are told apart by id and checksum, '' where the service gives none. */
  files: z.array(z.object({ id: z.number(), sha1: z.string() })),
  teacher_correction: z.string(),
  points: z.nullable(z.number()),
  corrected_at: z.nullable(z.string()),
  corrected_by_user_id: z.nullable(z.number()),
  is_corrected: z.boolean(),
})
export type CorrectionSeen = z.output<typeof CorrectionSeen>

/** The same fields of a submission as it was shown or read. */
export const seenOf = (submission: Submission): CorrectionSeen => ({
  comment: submission.comment ?? '',
  submitted_at: submission.submitted_at,
  files: submission.files
    .map(({ id, sha1_checksum }) => ({ id, sha1: sha1_checksum }))
    .sort((a, b) => a.id - b.id),
  teacher_correction: submission.teacher_correction ?? '',
  points: submission.points,
  corrected_at: submission.corrected_at,
  corrected_by_user_id: submission.corrected_by_user_id,
  is_corrected: submission.is_corrected,
})

/** Whether the pupil's side is the same in both. */
export const sameHandIn = (a: CorrectionSeen, b: CorrectionSeen): boolean =>
  sameText(a.comment, b.comment) &&
  sameMoment(a.submitted_at, b.submitted_at) &&
  a.files.length === b.files.length &&
  a.files.every(({ id, sha1 }, index) => {
    const other = b.files[index]
    return other?.id === id && (sha1 === '' || other.sha1 === '' || sha1 === other.sha1)
  })

/** Whether the teacher's side is the same in both. */
export const sameCorrection = (a: CorrectionSeen, b: CorrectionSeen): boolean =>
  a.is_corrected === b.is_corrected &&
  sameText(a.teacher_correction, b.teacher_correction) &&
  a.points === b.points &&
  a.corrected_by_user_id === b.corrected_by_user_id &&
  sameMoment(a.corrected_at, b.corrected_at)

/** Same words: a service may end its lines and texts in its own way. */
export const sameText = (a: string, b: string): boolean => plain(a) === plain(b)
const plain = (text: string) => normalized(text, 'NFC').replaceAll('\r\n', '\n').trim()

const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/
const quarter = 15 * 60

/**
 * Same moment, in whichever of the two formats each came and with or without fractions of a second. One without a
 * zone agrees with any that differs by whole quarters of an hour, as zones do.
 */
function sameMoment(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === b) return a === b
  const [left, right] = [a, b].map(text => Math.floor((instantOf(text, 'UTC') ?? Number.NaN) / 1000))
  if (left === undefined || right === undefined) return false
  return hasZone.test(a) === hasZone.test(b) ? left === right : (left - right) % quarter === 0
}
