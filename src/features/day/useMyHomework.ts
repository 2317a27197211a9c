import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { responseInfoOf } from '../../api/client/responseInfo.ts'
import { canCorrect, homework, type ListedHomework } from '../../contract/homework.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { addDaysToDay } from '../../lib/week.ts'
import { useWorkCounts, type WorkCountsById } from '../homework/list/useWorkCounts.ts'
import { type DayHomework, sortByDue } from './dayHomework.ts'

/** Days before today. Older homework is rarely marked. The screen names this limit. */
export const daysBack = 60

/** `today` is an ISO day. */
export const myHomeworkQuery = (today: string) =>
  query(homework.mine, { due_from: addDaysToDay(today, -daysBack) })

export type LoadState = 'loaded' | 'loading' | 'failed'

export type MyHomework = {
  /** Sorted by due time. */
  homework: readonly DayHomework[]
  state: LoadState
  /** Reason of the failure. Null if another part of the screen reports it. */
  error: Error | null
  retry: () => void
}

/** Returns the homework of all classes of the user. */
export function useMyHomework(today: string): MyHomework {
  const { timeZone } = useSchoolTime()
  const { data, error, isError, refetch } = useQuery(myHomeworkQuery(today))
  const rows = data?.rows ?? noHomework
  const counts = useWorkCounts(rows, responseInfoOf(data)?.requestedAt ?? 0)
  return {
    homework: sortByDue(
      rows.map(row => toDayHomework(row, counts)),
      timeZone,
    ),
    state: data ? 'loaded' : isError ? 'failed' : 'loading',
    error: data ? null : withoutSignedOut(error),
    retry: () => void refetch(),
  }
}

const noHomework: readonly ListedHomework[] = []

function toDayHomework(row: ListedHomework, counts: WorkCountsById): DayHomework {
  const { id, course_id, lesson_id, text, note, until_datetime, is_submissionable, documents } = row
  return {
    ...{ id, course_id, lesson_id, text, note, until_datetime, is_submissionable, documents },
    canCorrect: canCorrect(row),
    counts: counts.get(id),
    ownStatus: row.own_status ?? undefined,
  }
}
