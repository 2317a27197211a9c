import { z } from 'zod/mini'
import { Document, SubmissionDocument } from './documents.ts'
import { type CachePatch, endpoint, one, rows } from './endpoint.ts'
import { homework, type ListedHomework, type OwnStatus } from './homework.ts'
import { Badges, byId, DateTime, Id, lenient, ordered } from './wire.ts'

export const SubmissionUser = z.looseObject({
  id: Id,
  name: z.string(),
  badges: lenient(Badges, []),
  presence: lenient(z.nullable(z.looseObject({ is_online: z.boolean(), expires_in: z.unknown() })), null),
  profile_token: lenient(z.string(), ''),
  avatar_url: lenient(z.nullable(z.string()), null),
})
export type SubmissionUser = z.output<typeof SubmissionUser>

/** api.md § Submission entry. */
export const Submission = z.looseObject({
  todo_id: Id,
  user_id: Id,
  acknowledged_at: z.nullable(DateTime),
  comment: z.nullable(z.string()),
  submitted_at: z.nullable(DateTime),
  teacher_correction: z.nullable(z.string()),
  points: z.nullable(z.number()),
  corrected_at: z.nullable(DateTime),
  corrected_by_user_id: z.nullable(Id),
  files: ordered(SubmissionDocument, byId),
  correction_files: ordered(Document, byId),
  document_relation: z.string(),
  correction_files_document_relation: z.string(),
  user_can_submit: z.boolean(),
  comment_formatted: lenient(z.nullable(z.string()), null),
  comment_basic: lenient(z.nullable(z.string()), null),
  teacher_correction_formatted: lenient(z.nullable(z.string()), null),
  teacher_correction_basic: lenient(z.nullable(z.string()), null),
  is_acknowledged: z.boolean(),
  is_submitted: z.boolean(),
  is_corrected: z.boolean(),
  is_uncorrected: z.boolean(),
})
export type Submission = z.output<typeof Submission>

export const SubmissionEntry = z.looseObject({ user: SubmissionUser, submission: Submission })
export type SubmissionEntry = z.output<typeof SubmissionEntry>

/** Omit the field if there are no points (rule 28). */
const Points = z.number().check(z.nonnegative(), z.maximum(1_000_000))

/** In characters. */
export const maxCorrectionLength = 100_000

/** Empty text requires points. */
export const Correction = z
  .object({
    teacher_correction: z.string().check(z.maxLength(maxCorrectionLength)),
    points: z.optional(Points),
  })
  .check(
    z.refine(({ teacher_correction, points }) => points !== undefined || /\S/.test(teacher_correction), {
      path: ['teacher_correction'],
      error: 'write a correction or give points',
    }),
  )

export const HandIn = z.object({ comment: z._default(z.string().check(z.maxLength(100_000)), '') })

const assumedReason = 'api.md shows submissions, but no endpoint that creates them'

const list = endpoint('GET /todos/:todo_id/submissions', 'The submissions to a homework', {
  resource: 'submission',
  scope: 'chats',
  response: rows(SubmissionEntry, entry => entry.user.id),
})

/** Pupils may read only their own. */
const get = endpoint(
  'GET /todos/:todo_id/submissions/:user_id',
  'One submission: the own one, or any for editors of the homework',
  {
    resource: 'submission',
    scope: 'chats',
    response: one(SubmissionEntry),
    assumed: 'the list of api.md needs write access, so that no pupil could read their own correction',
  },
)

/** `own_status` of the pupil's homework (homework.ts). */
const toOwnStatus = (submission: Submission): OwnStatus => {
  const { acknowledged_at, is_acknowledged, is_submitted, submitted_at } = submission
  const { is_corrected, corrected_at, points } = submission
  return {
    ...{ acknowledged_at, is_acknowledged, is_submitted, submitted_at, is_corrected, corrected_at },
    points: is_corrected ? points : null,
  }
}

const withOwnStatus: CachePatch['patch'] = (cached, { response }) => {
  const { submission } = response as SubmissionEntry
  return {
    ...cached,
    rows: (cached.rows as ListedHomework[]).map(row =>
      row.id === submission.todo_id && row.own_status
        ? { ...row, is_checked: submission.is_acknowledged, own_status: toOwnStatus(submission) }
        : row,
    ),
  }
}

/** The response is the pupil's view. Lists of editors are fetched again. */
const ownPatches: readonly CachePatch[] = [
  { target: get, ids: ({ user }: SubmissionEntry) => ({ user_id: user.id }) },
  { target: homework.list, patch: withOwnStatus },
  { target: homework.mine, patch: withOwnStatus },
]

export const submissions = {
  /** api.md § Homework submissions and corrections. */
  list,
  get,
  /** The corrector may become an admin. */
  correct: endpoint('POST /todos/:todo_id/submissions/:user_id', 'Returns a correction to a pupil', {
    resource: 'submission',
    scope: 'chats',
    body: Correction,
    response: one(SubmissionEntry),
    invalidates: ['submission', 'permission'],
    patches: [{ target: list }, { target: get }],
  }),
  handIn: endpoint('POST /todos/:todo_id/submissions', 'Hands in homework (pupil)', {
    resource: 'submission',
    scope: 'chats',
    body: HandIn,
    response: one(SubmissionEntry),
    invalidates: ['submission', 'homework'],
    patches: ownPatches,
    assumed: assumedReason,
  }),
  acknowledge: endpoint('POST /todos/:todo_id/acknowledge', 'Marks homework as seen (pupil)', {
    resource: 'submission',
    scope: 'chats',
    response: one(SubmissionEntry),
    invalidates: ['submission', 'homework'],
    patches: ownPatches,
    assumed: assumedReason,
  }),
}

/** Until a correction is returned (api.md § States). Our service fills `user_can_submit` with it. */
export const canHandIn = (
  homework: { is_submissionable: boolean },
  submission: Pick<Submission, 'is_corrected'>,
): boolean => homework.is_submissionable && !submission.is_corrected
