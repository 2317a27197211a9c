import { z } from 'zod/mini'
import type { Submission } from '../../../contract/submissions.ts'
import type { Verdict } from '../../../outbox/Writes.ts'
import { sameText } from '../correction/correctionSeen.ts'

/** What of the own submission tells whether handing in was done. */
export const HandInSeen = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  is_corrected: z.boolean(),
  /** The service does not show it to the pupil. */
  unread: z.optional(z.literal(true)),
})
export type HandInSeen = z.output<typeof HandInSeen>

/** What is seen where the service does not show it. */
export const unreadHandIn: HandInSeen = { comment: '', submitted_at: null, is_corrected: false, unread: true }

export const handInSeenOf = (
  submission: Pick<Submission, 'comment' | 'submitted_at' | 'is_corrected'>,
): HandInSeen => ({
  comment: submission.comment ?? '',
  submitted_at: submission.submitted_at,
  is_corrected: submission.is_corrected,
})

type Compared = {
  input: { body: { comment?: string | undefined } }
  opened: HandInSeen | undefined
  before: HandInSeen | undefined
  now: HandInSeen
}

/**
 * Is this hand-in still to be sent? The time of the last hand-in changes with each of them: the same time as before
 * means that nothing arrived, another with our comment that ours did (cases 23). Another time with other words is a
 * hand-in from somewhere else, which is shown before it is replaced.
 */
export function judgeHandIn({ input, opened, before, now }: Compared): Verdict {
  // Nobody can tell what became of one that was sent.
  if (now.unread) return before ? 'unknown' : 'send'
  const reference = before ?? opened
  if (!reference || reference.submitted_at === now.submitted_at) return 'send'
  return sameText(now.comment, input.body.comment ?? '') ? 'done' : 'conflict'
}
