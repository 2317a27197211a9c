import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { canCorrect, type Homework, homework, type MyHomework } from '../../contract/homework.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { type Funnels, useCachedFunnels } from '../homework/list/useFunnels.ts'
import type { DayHomework } from './dayHomework.ts'
import type { MyClass } from './MyClassesContext.ts'
import { isUnavailable } from './useMyTimelines.ts'

/** Days before today. Older homework is rarely marked. */
const daysBack = 60

/** `today` is an ISO day. */
export const myHomeworkQuery = (today: string) =>
  query(homework.mine, { due_from: addDaysToDay(today, -daysBack) })

export type MyHomeworkList = {
  homework: readonly DayHomework[]
  isLoading: boolean
  /** Homework whose submissions are unknown, because the service does not count them. */
  uncounted: number
  hasFailed: boolean
}

/** One request, or one for each class if the service lacks the extension. Then only cached counts are known. */
export function useMyHomework(classes: readonly MyClass[], today: string): MyHomeworkList {
  const mine = useQuery(myHomeworkQuery(today))
  const lacksExtension = isUnavailable(mine.error) && !mine.data
  const lists = useQueries({
    queries: (lacksExtension ? classes : []).map(({ id: course_id }) =>
      query(homework.list, { course_id }, { priority: 'background' }),
    ),
  })
  const funnels = useCachedFunnels()
  if (!lacksExtension) {
    return {
      homework: (mine.data?.rows ?? []).map(fromMine),
      isLoading: mine.isPending,
      uncounted: 0,
      hasFailed: mine.isError && !mine.data,
    }
  }
  const rows = lists.flatMap(({ data }) => data?.rows ?? [])
  const recent = rows
    .filter(({ until_datetime }) => until_datetime >= addDaysToDay(today, -daysBack))
    .map(row => fromList(row, funnels))
  return {
    homework: recent,
    isLoading: lists.some(({ isPending }) => isPending),
    uncounted: recent.filter(
      row => row.canCorrect && row.is_submissionable && !row.counts && row.until_datetime < `${today} 24`,
    ).length,
    hasFailed: lists.length > 0 && lists.every(({ isError, data }) => isError && !data),
  }
}

const pickFields = (row: Homework) => {
  const { id, course_id, lesson_id, text, note, until_datetime, is_submissionable, documents } = row
  return { id, course_id, lesson_id, text, note, until_datetime, is_submissionable, documents }
}

export const fromMine = ({ counts, own_status, ...row }: MyHomework): DayHomework => ({
  ...pickFields(row),
  canCorrect: canCorrect(row),
  counts: counts ? { handedIn: counts.handed_in, toCorrect: counts.to_correct, of: counts.of } : undefined,
  ownStatus: own_status ?? undefined,
})

function fromList(row: Homework, funnels: Funnels): DayHomework {
  const funnel = funnels.get(row.id)
  const counts = funnel && funnel !== 'failed' ? funnel : undefined
  return {
    ...pickFields(row),
    canCorrect: canCorrect(row),
    counts: counts && { handedIn: counts.handedIn, toCorrect: counts.toCorrect, of: counts.of },
    ownStatus: undefined,
  }
}
