import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { timeline } from '../../contract/timeline.ts'
import { createMyDays, lessonsOfDay, type MyDay, splitByClass } from './myDays.ts'
import { useClassName } from './useClassName.ts'
import type { MyDays } from './useMyDays.ts'

/** Days from today in which the next school day is searched. Summer holidays have about six and a half weeks. */
export const maxSearchedDays = 56

type NextSchoolDay = {
  /** Undefined if there is none within `maxSearchedDays`, or it is not loaded. */
  found: MyDay | undefined
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** Requests the timetable of the next weeks once `isSearching` is true, in the way in which that of this week was loaded. */
export function useNextSchoolDay(
  { classes, perspective, timelines }: MyDays,
  today: string,
  isSearching: boolean,
): NextSchoolDay {
  const getClassName = useClassName()
  const days_forward = maxSearchedDays
  const { isFiltered } = timelines
  const mine = useQuery({ ...query(timeline.mine, { days_forward }), enabled: isSearching && isFiltered })
  const perClass = useQueries({
    queries: (isFiltered ? [] : classes).map(({ id: course_id }) => ({
      ...query(timeline.days, { course_id, days_forward }),
      enabled: isSearching,
    })),
  })
  const results = isFiltered ? [mine] : perClass
  const loaded = isFiltered
    ? splitByClass(mine.data?.rows ?? [])
    : classes.map((myClass, index) => ({
        courseId: myClass.id,
        className: getClassName(myClass),
        days: perClass[index]?.data?.rows ?? [],
      }))
  const failed = results.filter(({ isError, data }) => isError && !data)
  return {
    found: createMyDays(loaded, perspective).find(day => day.date > today && lessonsOfDay(day).length > 0),
    isLoading: results.some(({ isLoading }) => isLoading),
    error: withoutSignedOut(failed[0]?.error ?? null),
    retry: () => {
      for (const result of failed) void result.refetch()
    },
  }
}
