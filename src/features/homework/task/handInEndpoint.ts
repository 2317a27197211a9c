import { z } from 'zod/mini'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import type { DeliverableEndpoint } from '../../../delivery/entries/Entry.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import { fetchSubmission } from '../correction/correctionEndpoints.ts'

/** The own submission before a hand-in. */
export const HandInSnapshot = z.object({
  user_id: z.number(),
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
})
type HandInSnapshot = z.output<typeof HandInSnapshot>

export const toHandInSnapshot = ({ user_id, comment, submitted_at }: Submission): HandInSnapshot => ({
  user_id,
  comment: comment ?? '',
  submitted_at,
})

/** Checks whether other work was handed in elsewhere, which the pupil must see before it is replaced (rule 24). */
export const handInEndpoint: DeliverableEndpoint<typeof submissions.handIn> = {
  endpoint: submissions.handIn,
  async findConflict({ todo_id, body }, base, call) {
    const { user_id, submitted_at } = HandInSnapshot.parse(base)
    const remote = toHandInSnapshot((await fetchSubmission(call, { todo_id, user_id })).submission)
    const isSame = remote.submitted_at === submitted_at || isSameText(remote.comment, body.comment ?? '')
    return isSame ? undefined : remote
  },
}
