import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { responseInfoOf } from '../../api/client/responseInfo.ts'
import { canCorrect, type Homework, homework, type ListedHomework } from '../../contract/homework.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { parseDue } from '../../lib/due.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { useWorkCounts, type WorkCountsById } from '../homework/list/useWorkCounts.ts'
import { isUnavailable } from './dayErrors.ts'
import { type DayHomework, sortByDue } from './dayHomework.ts'
import type { MyClass } from './MyClassesContext.ts'
import { useClassesState } from './useClassesState.ts'

/** Days before today. Older homework is rarely marked. The screen names this limit. */
export const daysBack = 60

/** `today` is an ISO day. */
export const myHomeworkQuery = (today: string) =>
  query(homework.mine, { due_from: addDaysToDay(today, -daysBack) })

/** Whether the homework of a class is loaded. `later`: it is not requested yet. */
export type LoadState = 'loaded' | 'loading' | 'failed' | 'later'

export type MyHomeworkList = {
  /** Sorted by due time. */
  homework: readonly DayHomework[]
  isLoading: boolean
  /** Number of classes that are loaded later. */
  waiting: number
  /** Homework whose submissions are unknown, because the service does not count them. */
  uncounted: number
  /** Whether the homework of at least one class could not be loaded. */
  hasFailed: boolean
  /** Reason of the failure. Null if another part of the screen reports it. */
  error: Error | null
  retry: () => void
  /** State of one of the user's classes. */
  getStateOf: (courseId: number) => LoadState
}

export type HomeworkRequests = {
  /** Number of classes that may be requested now. */
  maxClasses: number
  /** A service without one of the two extensions has neither. Undefined until it responds. */
  isExtensionMissing: boolean | undefined
}

/** One request, or one for each class if the service lacks the extension. Such a service sends no counts. */
export function useMyHomework(
  classes: readonly MyClass[],
  today: string,
  { maxClasses, isExtensionMissing }: HomeworkRequests,
): MyHomeworkList {
  const { timeZone } = useSchoolTime()
  const classesState = useClassesState(classes)
  const mine = useQuery({ ...myHomeworkQuery(today), enabled: isExtensionMissing === false })
  const lacksExtension = isExtensionMissing || (isUnavailable(mine.error) && !mine.data)
  const requested = lacksExtension ? classes : []
  const lists = useQueries({
    queries: requested.map(({ id: course_id }, index) => ({
      ...query(homework.list, { course_id }, { priority: 'background' }),
      enabled: index < maxClasses,
    })),
  })
  const rows = lacksExtension
    ? lists.flatMap(({ data }) => data?.rows ?? [])
    : (mine.data?.rows ?? noHomework)
  const counts = useWorkCounts(rows, responseInfoOf(mine.data)?.requestedAt ?? 0)
  if (!lacksExtension) {
    const state = getLoadState(mine)
    return {
      homework: sortByDue(
        rows.map(row => toDayHomework(row, counts)),
        timeZone,
      ),
      isLoading: state === 'loading',
      waiting: 0,
      uncounted: 0,
      hasFailed: state === 'failed',
      error: state === 'failed' ? withoutSignedOut(mine.error) : null,
      retry: () => void mine.refetch(),
      getStateOf: () => state,
    }
  }
  const firstDay = addDaysToDay(today, -daysBack)
  const getDueDay = ({ until_datetime }: Pick<Homework, 'until_datetime'>) =>
    parseDue(until_datetime, timeZone).day
  const recent = sortByDue(
    rows.filter(row => getDueDay(row) >= firstDay).map(row => toDayHomework(row, counts)),
    timeZone,
  )
  const states = new Map<number, LoadState>(
    requested.flatMap(({ id }, index) => {
      const list = lists[index]
      if (!list) return []
      const state = getLoadState(list)
      return [[id, state === 'loading' && index >= maxClasses ? 'later' : state] as const]
    }),
  )
  const failed = lists.filter(list => getLoadState(list) === 'failed')
  return {
    homework: recent,
    isLoading: classesState.kind === 'loading' || [...states.values()].includes('loading'),
    waiting: [...states.values()].filter(state => state === 'later').length,
    uncounted: recent.filter(
      row => row.canCorrect && row.is_submissionable && !row.counts && getDueDay(row) <= today,
    ).length,
    hasFailed: failed.length > 0 || classesState.kind === 'failed' || classesState.kind === 'unlisted',
    error: withoutSignedOut(failed[0]?.error ?? null),
    retry: () => {
      for (const list of failed) void list.refetch()
    },
    getStateOf: courseId => states.get(courseId) ?? 'loading',
  }
}

const getLoadState = ({ data, isError }: { data: unknown; isError: boolean }): LoadState =>
  data !== undefined ? 'loaded' : isError ? 'failed' : 'loading'

const noHomework: readonly ListedHomework[] = []

export function toDayHomework(row: ListedHomework, counts: WorkCountsById): DayHomework {
  const { id, course_id, lesson_id, text, note, until_datetime, is_submissionable, documents } = row
  return {
    ...{ id, course_id, lesson_id, text, note, until_datetime, is_submissionable, documents },
    canCorrect: canCorrect(row),
    counts: counts.get(id),
    ownStatus: row.own_status ?? undefined,
  }
}
