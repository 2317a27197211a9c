import type { Verdict } from '../../../outbox/Writes.ts'
import { type CorrectionSeen, sameCorrection, sameHandIn, sameText } from './correctionSeen.ts'

type Returned = { teacher_correction: string; points?: number | undefined }

type Compared = {
  input: { body: Returned }
  opened: CorrectionSeen | undefined
  before: CorrectionSeen | undefined
  now: CorrectionSeen
  userId: number
}

/**
 * May this correction be sent, given what is at the service now (cases 23, 24)? Before the first send it is compared
 * with what the teacher had opened, afterwards with what was there before it was sent.
 */
export function judgeCorrection({ input, opened, before, now, userId }: Compared): Verdict {
  const ours = holds(now, input.body)
  const reference = before ?? opened
  // Nothing to compare with is no leave to overwrite what somebody returned.
  if (!reference) return !now.is_corrected ? 'send' : ours && byUs(now, userId) ? 'done' : 'conflict'
  if (ours && byUs(now, userId)) return 'done'
  if (sameCorrection(reference, now)) return sameHandIn(reference, now) ? 'send' : 'conflict'
  // Our words are there and the service doesn't say whose they are: it may be ours, it may be another's.
  if (before && ours && now.corrected_by_user_id === null) return 'unknown'
  return 'conflict'
}

/** The service holds exactly this text and these points. */
export const holds = (seen: CorrectionSeen, { teacher_correction, points }: Returned): boolean =>
  seen.is_corrected &&
  sameText(seen.teacher_correction, teacher_correction) &&
  seen.points === (points ?? null)

const byUs = (seen: CorrectionSeen, userId: number) => seen.corrected_by_user_id === userId
