import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { readRelation } from '../../../contract/document.ts'
import { documents } from '../../../contract/documents.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import type { DeliverableEndpoint } from '../../../delivery/entries/Entry.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import { CorrectionSnapshot, isUnchanged, toCorrectionSnapshot } from './correctionSnapshot.ts'

/** Checks whether a correction would overwrite something that the teacher has not seen (rule 24). */
export const correctEndpoint: DeliverableEndpoint<typeof submissions.correct> = {
  endpoint: submissions.correct,
  async findConflict(input, base, call) {
    const remote = await findChange(input, base, call)
    const { teacher_correction, points = null } = input.body
    const isSent =
      remote?.is_corrected &&
      remote.points === points &&
      isSameText(remote.teacher_correction, teacher_correction)
    return isSent ? undefined : remote
  },
}

/** The pupil sees a file of a correction at once, so each file is compared like the correction itself. */
export const uploadEndpoint: DeliverableEndpoint<typeof documents.upload> = {
  endpoint: documents.upload,
  async findConflict({ body }, base, call) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'correction') return undefined
    return findChange({ todo_id: relation.todoId, user_id: relation.userId }, base, call)
  },
}

type SubmissionOwner = { todo_id: number; user_id: number }

async function findChange(
  owner: SubmissionOwner,
  base: unknown,
  call: Call,
): Promise<CorrectionSnapshot | undefined> {
  const remote = toCorrectionSnapshot((await fetchSubmission(call, owner)).submission)
  return isUnchanged(CorrectionSnapshot.parse(base), remote) ? undefined : remote
}

/**
 * Fetches the submission of one pupil, from the list if the service can't return a single one. Throws `ApiError` of kind
 * `notFound` if the pupil is not in the list.
 */
export async function fetchSubmission(
  call: Call,
  { todo_id, user_id }: SubmissionOwner,
): Promise<SubmissionEntry> {
  try {
    return await call(submissions.get, { todo_id, user_id })
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unsupported')) throw error
  }
  const { rows } = await call(submissions.list, { todo_id })
  const entry = rows.find(({ user }) => user.id === user_id)
  if (!entry) throw new ApiError('notFound', { endpoint: submissions.get, status: 404 })
  return entry
}
