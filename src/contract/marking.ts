import { z } from 'zod/mini'
import { endpoint, one } from './endpoint.ts'
import { Id, lenient, ordered } from './wire.ts'

/** A teacher who has the submission of a pupil open at the correction desk. */
const OpenSubmission = z.looseObject({
  user_id: Id,
  name: z.string(),
  avatar_url: lenient(z.nullable(z.string()), null),
  pupil_id: Id,
})

const Marking = z.looseObject({
  /** Number of users who may correct this homework, with the caller. */
  corrector_count: z.int(),
  open: ordered(OpenSubmission, ({ user_id }) => user_id),
})

/** After this time without renewal, an open submission is no longer listed, in ms. */
export const markingExpiryMs = 90_000

/** Time between two renewals by a visible page, in ms. */
export const markingRenewalMs = 60_000

const assumedReason =
  'extension: several teachers who mark one class see which pupil each of them has open; without it the desk shows no names'

const get = endpoint('GET /todos/:todo_id/marking', 'Which pupil each corrector has open', {
  resource: 'marking',
  scope: 'chats',
  response: one(Marking),
  assumed: assumedReason,
})

export const marking = {
  get,
  /** Null if the caller has no pupil open. It does not lock the submission. */
  set: endpoint('PUT /todos/:todo_id/marking', 'Sets which pupil the caller has open, or renews it', {
    resource: 'marking',
    scope: 'chats',
    body: z.object({ pupil_id: z.nullable(Id) }),
    response: one(Marking),
    invalidates: ['marking'],
    patches: [{ target: get }],
    assumed: assumedReason,
  }),
}
