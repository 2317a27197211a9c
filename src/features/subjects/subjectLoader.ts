import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { timeline } from '../../contract/timeline.ts'
import type { SchoolTime } from '../../i18n/SchoolTime.tsx'

/** Does not wait for the requests. */
export const subjectLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    void queryClient.prefetchQuery(subjectQuery(courseId, Number(params.lessonId)))
    void queryClient.prefetchQuery(comingDaysQuery(courseId, searchDays[0]))
    void queryClient.prefetchQuery(homeworkQuery(courseId))
    return null
  }

export const subjectQuery = (course_id: number, lesson_id: number) =>
  query(lessons.get, { course_id, lesson_id })

/** The form for new homework sends the same request, and finds it in the cache. */
export const comingDaysQuery = (course_id: number, days_forward: number) =>
  query(timeline.days, { course_id, start_today: true, days_forward })

export const homeworkQuery = (course_id: number) => query(homework.list, { course_id })

/** Most subjects are taught twice in two weeks. No holidays last twelve. */
export const searchDays = [14, 84] as const
