import type { QueryClient } from '@tanstack/react-query'
import type { Lesson } from '../../contract/lessons.ts'
import { timeline } from '../../contract/timeline.ts'
import { isRecord } from '../../lib/isRecord.ts'

type TimetableDay = { lessons: { lessons: Lesson[] | null }[] }

/** Returns the lessons of a class in all cached timetables. */
export const getTimetableLessons = (cache: QueryClient, course_id: number): Lesson[] =>
  cache
    .getQueriesData<{ rows: TimetableDay[] }>({
      predicate: ({ queryKey: [resource, path, input] }) =>
        resource === 'timeline' &&
        path === timeline.days.path &&
        isRecord(input) &&
        input.course_id === course_id,
    })
    .flatMap(([, data]) => data?.rows ?? [])
    .flatMap(day => day.lessons.flatMap(slot => slot.lessons ?? []))
