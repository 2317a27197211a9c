import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import type { ApiError } from '../../../api/client/ApiError.ts'
import { relationLabel } from '../../../contract/document.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { me } from '../../../contract/me.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'

/**
 * `none`: the user does not hand in here, e.g. a teacher. `hidden`: the service does not show submissions to pupils
 * (submissions.get is assumed), but may accept hand-ins. `unsupported`: neither.
 */
export type OwnSubmissionState =
  | { kind: 'none' | 'loading' | 'unsupported' }
  | { kind: 'hidden'; submission: Submission }
  | { kind: 'failed'; error: ApiError; retry: () => void }
  | {
      kind: 'loaded'
      submission: Submission
      /** Set if the last refetch failed. `loadedAt` is in Unix ms. */
      stale: { error: ApiError; loadedAt: number; retry: () => void } | undefined
    }

/**
 * Sends no request that is certainly refused. A user who may correct is not a pupil. If the service does not say who is
 * a pupil, every other user may be one. `can_check` is not used, because api.md does not define it.
 */
export function useOwnSubmission(homework: Homework | undefined): OwnSubmissionState {
  const { id: user_id } = useCurrentUser()
  const mayHandIn = homework !== undefined && !canCorrect(homework)
  const user = useQuery({ ...query(me.get, {}), enabled: mayHandIn })
  const { is_student, is_teacher } = user.data ?? {}
  const isPupil =
    is_student ?? (is_teacher === undefined ? homework?.is_submissionable === true : !is_teacher)
  const isEnabled = mayHandIn && !user.isPending && isPupil
  const result = useQuery({
    ...query(submissions.get, { todo_id: homework?.id ?? 0, user_id }),
    enabled: isEnabled,
  })
  const retry = () => void result.refetch()
  if (!homework || !isEnabled) return { kind: mayHandIn && user.isPending ? 'loading' : 'none' }
  if (result.data) {
    // Known from the response of a hand-in, even if the service has no endpoint to read it.
    const isRefetchError = result.error && result.error.kind !== 'unsupported'
    const stale = isRefetchError ? { error: result.error, loadedAt: result.dataUpdatedAt, retry } : undefined
    return { kind: 'loaded', submission: result.data.submission, stale }
  }
  if (!result.error) return { kind: 'loading' }
  switch (result.error.kind) {
    case 'unsupported':
      return homework.is_submissionable
        ? { kind: 'hidden', submission: createPlaceholder(homework, user_id) }
        : { kind: 'unsupported' }
    case 'forbidden':
    case 'notFound':
      return { kind: 'none' }
    default:
      return { kind: 'failed', error: result.error, retry }
  }
}

/** Its only fact is that the user may hand in. */
const createPlaceholder = ({ id: todo_id }: Homework, user_id: number): Submission => {
  const getLabel = (kind: 'submission' | 'correction') =>
    relationLabel({ kind, todoId: todo_id, userId: user_id })
  return {
    todo_id,
    user_id,
    user_can_submit: true,
    is_acknowledged: false,
    acknowledged_at: null,
    is_submitted: false,
    submitted_at: null,
    comment: null,
    comment_formatted: null,
    comment_basic: null,
    files: [],
    is_corrected: false,
    is_uncorrected: true,
    corrected_at: null,
    corrected_by_user_id: null,
    teacher_correction: null,
    teacher_correction_formatted: null,
    teacher_correction_basic: null,
    points: null,
    correction_files: [],
    document_relation: getLabel('submission'),
    correction_files_document_relation: getLabel('correction'),
  }
}
