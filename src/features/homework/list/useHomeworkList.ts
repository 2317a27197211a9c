import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/ApiError.ts'
import { query } from '../../../api/query.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { useHomeworkByNumber } from './useHomeworkByNumber.ts'

/** The homework of a class as it is known now. */
export type HomeworkList = {
  homeworks: readonly Homework[]
  /** Unix ms of what is shown; `undefined` while nothing is. */
  asOf: number | undefined
  unreadable: number
  error: Error | null
  loading: boolean
  retry: () => void
  /** Counts the answers: what depends on the list may be asked for again. */
  round: number
  /** The service lists no homework: opened by number and remembered. */
  byNumber: ReturnType<typeof useHomeworkByNumber> | undefined
}

export function useHomeworkList(courseId: number): HomeworkList {
  const list = useQuery(query(homework.list, { course_id: courseId }))
  const unsupported = isKind(list.error, 'unsupported') && list.data === undefined
  const byNumber = useHomeworkByNumber(courseId, unsupported)
  if (unsupported) {
    return {
      homeworks: byNumber.homeworks,
      asOf: byNumber.homeworks.length > 0 ? byNumber.asOf : undefined,
      unreadable: 0,
      error: null,
      loading: byNumber.loading,
      retry: byNumber.retry,
      round: byNumber.asOf,
      byNumber,
    }
  }
  // The sign-in over the screen says so; what was asked for is asked again once somebody is signed in.
  const error = isKind(list.error, 'signedOut') ? null : list.error
  return {
    homeworks: list.data?.rows ?? none,
    asOf: list.data && list.dataUpdatedAt,
    unreadable: list.data?.unreadable ?? 0,
    error,
    loading: list.data === undefined && error === null,
    retry: () => void list.refetch(),
    round: list.dataUpdatedAt,
    byNumber: undefined,
  }
}

const none: readonly Homework[] = []
const isKind = (error: unknown, kind: ApiError['kind']) => error instanceof ApiError && error.kind === kind
