import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { timeline } from '../../contract/timeline.ts'
import type { SchoolTime } from '../../ui/SchoolTime.tsx'

/** Starts the requests while the screen's code is still on its way. It does not wait. */
export const subjectLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    void queryClient.prefetchQuery(subjectQuery(courseId, Number(params.lessonId)))
    void queryClient.prefetchQuery(comingDays(courseId, reaches[0]))
    void queryClient.prefetchQuery(homeworkOfClass(courseId))
    return null
  }

export const subjectQuery = (course_id: number, lesson_id: number) =>
  query(lessons.get, { course_id, lesson_id })

/** The same request as the form for new homework makes, so that going there asks for nothing. */
export const comingDays = (course_id: number, days_forward: number) =>
  query(timeline.days, { course_id, start_today: true, days_forward })

export const homeworkOfClass = (course_id: number) => query(homework.list, { course_id })

/** Days looked ahead for lessons: two weeks hold most subjects twice; the longest holidays are over in ten more. */
export const reaches = [14, 84] as const
