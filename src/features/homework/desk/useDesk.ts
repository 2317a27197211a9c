import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../../api/ApiError.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { deskHomework, deskSubmissions, isOpen } from './deskQueries.ts'

/** What there is to correct. `notTaken`: set without handing in; `notYours`: the caller may not correct it. */
export type DeskData =
  | { kind: 'loading'; homework: Homework | undefined }
  | { kind: 'failed'; homework: Homework | undefined; error: ApiError; retry: () => void }
  | { kind: 'notTaken' | 'notYours'; homework: Homework }
  | {
      kind: 'open'
      homework: Homework
      entries: readonly SubmissionEntry[]
      unreadable: number
      /** Set when it is shown as of `asOf` (Unix ms), since asking again failed. */
      stale: { error: ApiError; asOf: number } | undefined
      retry: () => void
    }

export function useDesk(courseId: number, homeworkId: number): DeskData {
  const task = useQuery(deskHomework(courseId, homeworkId))
  const client = useQueryClient()
  const asks = task.data ? canCorrect(task.data) : isOpen(client, courseId, homeworkId)
  const list = useQuery({ ...deskSubmissions(homeworkId), enabled: asks })
  const retry = () => {
    if (task.error) void task.refetch()
    if (asks) void list.refetch()
  }
  if (task.data && !canCorrect(task.data)) {
    return { kind: 'notYours', homework: task.data }
  }
  if (task.data && list.data) {
    const hasWork = list.data.rows.some(
      ({ submission }) => submission.is_submitted || submission.is_corrected,
    )
    if (!task.data.is_submissionable && !hasWork) return { kind: 'notTaken', homework: task.data }
    const error = told(list.error) ?? told(task.error)
    return {
      kind: 'open',
      homework: task.data,
      entries: list.data.rows,
      unreadable: list.data.unreadable,
      stale: error && { error, asOf: list.dataUpdatedAt },
      retry,
    }
  }
  const error = told(task.data ? list.error : task.error)
  return error
    ? { kind: 'failed', homework: task.data, error, retry }
    : { kind: 'loading', homework: task.data }
}

const isKind = (error: ApiError | null, kind: ApiError['kind']) => error?.kind === kind

/** The sign-in over the screen says so itself; what was asked for is asked again once somebody is signed in. */
const told = (error: ApiError | null) => (error && !isKind(error, 'signedOut') ? error : undefined)
