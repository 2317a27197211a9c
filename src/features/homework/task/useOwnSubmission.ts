import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import type { ApiError } from '../../../api/client/ApiError.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { me } from '../../../contract/me.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'

/**
 * `none`: the user does not hand in here, e.g. a teacher. `unsupported`: the service does not show submissions to pupils.
 */
export type OwnSubmissionState =
  | { kind: 'none' | 'loading' | 'unsupported' }
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
    const stale = result.error ? { error: result.error, loadedAt: result.dataUpdatedAt, retry } : undefined
    return { kind: 'loaded', submission: result.data.submission, stale }
  }
  if (!result.error) return { kind: 'loading' }
  switch (result.error.kind) {
    case 'unsupported':
      return { kind: 'unsupported' }
    case 'forbidden':
    case 'notFound':
      return { kind: 'none' }
    default:
      return { kind: 'failed', error: result.error, retry }
  }
}
