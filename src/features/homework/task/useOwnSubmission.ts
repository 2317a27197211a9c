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

/**
 * Asks for the own submission where there may be one, and for nothing where a refusal is certain. Who may correct is no
 * pupil here; of the others the service says who is what, and where it doesn't, whoever can hand in may be one. `can_check`
 * tells nothing of that: api.md shows no meaning.
 */
export function useOwnSubmission(homework: Homework | undefined): OwnSubmission {
  const { id: user_id } = usePerson()
  const mayHandIn = homework !== undefined && !canCorrect(homework)
  const person = useQuery({ ...query(me.get, {}), enabled: mayHandIn })
  const { is_student, is_teacher } = person.data ?? {}
  const pupil = is_student ?? (is_teacher === undefined ? homework?.is_submissionable === true : !is_teacher)
  const asks = mayHandIn && !person.isPending && pupil
  const own = useQuery({
    ...query(submissions.get, { todo_id: homework?.id ?? 0, user_id }),
    enabled: asks,
  })
  const retry = () => void own.refetch()
  if (!asks) return { kind: mayHandIn && person.isPending ? 'loading' : 'none' }
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
