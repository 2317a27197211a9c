import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { courses } from '../../contract/courses.ts'
import { me } from '../../contract/me.ts'
import { timeline } from '../../contract/timeline.ts'
import { toIsoWeek } from '../../lib/week.ts'
import { timetableQuery } from '../timetable/timetableLoader.ts'
import { type ClassTimeline, splitByClass } from './myDays.ts'

/** In ms. Substitutions change during the morning. */
const refetchInterval = 5 * 60_000

export type MyTimelines = {
  timelines: readonly ClassTimeline[] | undefined
  /** The service has selected the user's lessons. */
  isFiltered: boolean
  /** Classes whose timetable is not loaded yet, or can't be loaded. */
  missingClasses: number
  error: Error | null
  /** In Unix ms. */
  loadedAt: number | undefined
  retry: () => void
}

/** One request, or one for each of `classIds` if the service lacks the extension. */
export function useMyTimelines(classIds: readonly number[], today: string): MyTimelines {
  const mine = useQuery(query(timeline.mine, {}, { every: refetchInterval, pollsWhileLive: true }))
  const lacksExtension = isUnavailable(mine.error) && !mine.data
  const ids = lacksExtension ? classIds : []
  const perClass = useQueries({ queries: ids.map(id => timetableQuery(id, toIsoWeek(today), today)) })
  const names = useQueries({ queries: ids.map(course_id => query(courses.get, { course_id })) })
  if (!lacksExtension) {
    return {
      timelines: mine.data && splitByClass(mine.data.rows),
      isFiltered: true,
      missingClasses: 0,
      error: withoutSignedOut(mine.error),
      loadedAt: mine.data && mine.dataUpdatedAt,
      retry: () => void mine.refetch(),
    }
  }
  const loaded = perClass.filter(({ data }) => data !== undefined)
  return {
    timelines:
      loaded.length > 0 || ids.length === 0
        ? perClass.flatMap(({ data }, index) => {
            const courseId = ids[index]
            return data && courseId !== undefined
              ? [{ courseId, className: names[index]?.data?.name ?? '', days: data.rows }]
              : []
          })
        : undefined,
    isFiltered: false,
    missingClasses: perClass.length - loaded.length,
    error: withoutSignedOut(perClass.find(({ error }) => error)?.error ?? null),
    loadedAt: loaded.length > 0 ? Math.min(...loaded.map(({ dataUpdatedAt }) => dataUpdatedAt)) : undefined,
    retry: () => {
      for (const result of perClass) if (result.isError) void result.refetch()
    },
  }
}

/** The service may lack the extension, or not allow it. */
export const isUnavailable = (error: Error | null): boolean =>
  error instanceof ApiError && ['unsupported', 'forbidden', 'noScope', 'notFound'].includes(error.kind)

/** The sign-in dialog reports this error. */
const withoutSignedOut = (error: Error | null): Error | null =>
  error instanceof ApiError && error.kind === 'signedOut' ? null : error

/** Classes of the user. Undefined until they are loaded. */
export function useMyClassIds(): readonly number[] | undefined {
  const { data, isError } = useQuery(query(me.memberships, {}))
  if (!data) return isError ? noClasses : undefined
  return data.rows.filter(({ is_pending }) => is_pending !== true).map(({ course_id }) => course_id)
}

const noClasses: readonly number[] = []
