import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../../api/ApiError.ts'
import { query } from '../../../api/query.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { me } from '../../../contract/me.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { usePerson } from '../../../ui/Person.tsx'

/**
 * What the person handed in. `none`: they hand in nothing here, as teachers. `unsupported`: the service does not tell
 * pupils (submissions.get is assumed).
 */
export type OwnSubmission =
  | { kind: 'none' | 'loading' | 'unsupported' }
  | { kind: 'failed'; error: ApiError; retry: () => void }
  | {
      kind: 'there'
      submission: Submission
      /** Set when it is shown as of `asOf` (Unix ms), since asking again failed. */
      stale: { error: ApiError; asOf: number; retry: () => void } | undefined
    }

/** Asks for the own submission where there may be one, and for nothing where a refusal is certain. */
export function useOwnSubmission(homework: Homework | undefined): OwnSubmission {
  const { id: user_id } = usePerson()
  const pupil = homework?.can_check === true
  // `can_check` is no promise (api.md shows no meaning): who can't correct may still be a pupil, unless a teacher.
  const perhaps = homework !== undefined && !pupil && homework.is_submissionable && !canCorrect(homework)
  const person = useQuery({ ...query(me.get, {}), enabled: perhaps })
  const asks = pupil || (perhaps && !person.isPending && person.data?.is_teacher !== true)
  const own = useQuery({
    ...query(submissions.get, { todo_id: homework?.id ?? 0, user_id }),
    enabled: asks,
  })
  const retry = () => void own.refetch()
  if (!asks) return { kind: perhaps && person.isPending ? 'loading' : 'none' }
  if (own.data) {
    const stale = own.error ? { error: own.error, asOf: own.dataUpdatedAt, retry } : undefined
    return { kind: 'there', submission: own.data.submission, stale }
  }
  if (!own.error) return { kind: 'loading' }
  switch (own.error.kind) {
    case 'unsupported':
      return { kind: 'unsupported' }
    case 'forbidden':
    case 'notFound':
      return { kind: 'none' }
    default:
      return { kind: 'failed', error: own.error, retry }
  }
}
