import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/query.ts'
import { lessons } from '../../contract/lessons.ts'
import type { SchoolTime } from '../../ui/SchoolTime.tsx'

/** Starts the requests while the screen's code is still on its way. It does not wait. */
export const subjectLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    void queryClient.prefetchQuery(query(lessons.list, { course_id: Number(params.courseId) }))
    return null
  }
