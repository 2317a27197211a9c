import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { timeline } from '../../contract/timeline.ts'
import { toIsoWeek } from '../../lib/week.ts'
import { timetableQuery } from '../timetable/timetableAddress.ts'
import { isUnavailable } from './dayErrors.ts'
import type { MyClass } from './MyClassesContext.ts'
import { type ClassTimeline, splitByClass } from './myDays.ts'
import { useClassesState } from './useClassesState.ts'
import { useClassName } from './useClassName.ts'

/** In ms. Substitutions change during the morning. */
const refetchInterval = 5 * 60_000

export const myTimelineQuery = () =>
  query(timeline.mine, {}, { every: refetchInterval, pollsWhileLive: true })

export type MyTimelines = {
  timelines: readonly ClassTimeline[] | undefined
  /** The service has selected the user's lessons. */
  isFiltered: boolean
  /** Whether the service lacks the extension. Undefined until it responds. */
  isExtensionMissing: boolean | undefined
  /** Whether the classes are needed, and the service does not list them. */
  areClassesUnlisted: boolean
  error: Error | null
  /** In Unix ms. */
  loadedAt: number | undefined
  /** Number of classes that are loaded later. */
  waiting: number
  retry: () => void
}

type MyTimelinesOptions = {
  /** The user has chosen a name, so the timelines of the classes are needed in any case. */
  isByName: boolean
  /** Number of classes that may be requested now. */
  maxRequests: number
}

/** One request, or one for each class if the service lacks the extension. */
export function useMyTimelines(
  classes: readonly MyClass[],
  today: string,
  { isByName, maxRequests }: MyTimelinesOptions,
): MyTimelines {
  const getClassName = useClassName()
  const classesState = useClassesState(classes)
  const mine = useQuery({ ...myTimelineQuery(), enabled: !isByName })
  const isMissing = isUnavailable(mine.error) && !mine.data
  const isUnknown = !isByName && mine.isPending && mine.failureCount === 0
  const isExtensionMissing = isUnknown ? undefined : isMissing
  const needsClasses = isByName || isMissing
  const requested = needsClasses ? classes : []
  const perClass = useQueries({
    queries: requested.map(({ id }, index) => ({
      ...timetableQuery(id, toIsoWeek(today), today),
      enabled: index < maxRequests,
    })),
  })
  if (!needsClasses) {
    return {
      timelines: mine.data && splitByClass(mine.data.rows),
      isFiltered: true,
      isExtensionMissing,
      areClassesUnlisted: false,
      error: withoutSignedOut(mine.error),
      loadedAt: mine.data && mine.dataUpdatedAt,
      waiting: 0,
      retry: () => void mine.refetch(),
    }
  }
  if (classesState.kind !== 'known') {
    const { kind, error, retry } = classesState
    return {
      timelines: undefined,
      isFiltered: false,
      isExtensionMissing,
      areClassesUnlisted: kind === 'unlisted',
      error: withoutSignedOut(error),
      loadedAt: undefined,
      waiting: 0,
      retry,
    }
  }
  const loaded = perClass.filter(({ data }) => data !== undefined)
  return {
    timelines:
      loaded.length > 0 || requested.length === 0
        ? perClass.flatMap(({ data }, index) => {
            const requestedClass = requested[index]
            return data && requestedClass
              ? [{ courseId: requestedClass.id, className: getClassName(requestedClass), days: data.rows }]
              : []
          })
        : undefined,
    isFiltered: false,
    isExtensionMissing,
    areClassesUnlisted: false,
    error: withoutSignedOut(perClass.find(({ error }) => error)?.error ?? null),
    loadedAt: loaded.length > 0 ? Math.min(...loaded.map(({ dataUpdatedAt }) => dataUpdatedAt)) : undefined,
    waiting: perClass.filter(({ data }, index) => data === undefined && index >= maxRequests).length,
    retry: () => {
      for (const result of perClass) if (result.isError) void result.refetch()
    },
  }
}
