import { z } from 'zod/mini'
import type { Submission } from '../../../contract/submissions.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'

/** The fields of a submission that are compared to detect a conflict: the pupil's work and its correction. */
export const CorrectionSnapshot = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  /** `sha1` is '' if the service does not give it. */
  files: z.array(z.object({ id: z.number(), sha1: z.string() })),
  teacher_correction: z.string(),
  points: z.nullable(z.number()),
  corrected_at: z.nullable(z.string()),
  corrected_by_user_id: z.nullable(z.number()),
  is_corrected: z.boolean(),
})
export type CorrectionSnapshot = z.output<typeof CorrectionSnapshot>

export const toCorrectionSnapshot = (submission: Submission): CorrectionSnapshot => ({
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

export const isUnchanged = (a: CorrectionSnapshot, b: CorrectionSnapshot): boolean =>
  isSameHandIn(a, b) && isSameCorrection(a, b)

const isSameHandIn = (a: CorrectionSnapshot, b: CorrectionSnapshot): boolean =>
  isSameText(a.comment, b.comment) &&
  isSameTime(a.submitted_at, b.submitted_at) &&
  a.files.length === b.files.length &&
  a.files.every(({ id, sha1 }, index) => {
    const other = b.files[index]
    return other?.id === id && (sha1 === '' || other.sha1 === '' || sha1 === other.sha1)
  })

export const isSameCorrection = (a: CorrectionSnapshot, b: CorrectionSnapshot): boolean =>
  a.is_corrected === b.is_corrected &&
  isSameText(a.teacher_correction, b.teacher_correction) &&
  a.points === b.points &&
  a.corrected_by_user_id === b.corrected_by_user_id &&
  isSameTime(a.corrected_at, b.corrected_at)

const timeZonePattern = /(?:Z|[+-]\d{2}:?\d{2})$/
const quarterHourSeconds = 15 * 60

/**
 * Whether two times of the service are the same second. If only one has a time zone, they may differ by whole quarters
 * of an hour, as time zones do.
 */
function isSameTime(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === b) return a === b
  const [left, right] = [a, b].map(text => Math.floor((parseInstant(text, 'UTC') ?? Number.NaN) / 1000))
  if (left === undefined || right === undefined) return false
  return timeZonePattern.test(a) === timeZonePattern.test(b)
    ? left === right
    : (left - right) % quarterHourSeconds === 0
}
