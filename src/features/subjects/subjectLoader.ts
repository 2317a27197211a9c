import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { SchoolTime } from '../../ui/SchoolTime.tsx'
import { comingDays, homeworkOfClass, reaches, subjectQuery } from './subjectQueries.ts'

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
