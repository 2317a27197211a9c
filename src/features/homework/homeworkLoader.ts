import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/query.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import type { SchoolTime } from '../../ui/SchoolTime.tsx'

/**
 * Starts the requests while the screen's code is still on its way. It does not wait: the list stands at once as a
 * skeleton, and what was loaded before shows again.
 */
export const homeworkLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    void queryClient.prefetchQuery(query(homework.list, { course_id }))
    void queryClient.prefetchQuery(query(lessons.list, { course_id }))
    return null
  }
