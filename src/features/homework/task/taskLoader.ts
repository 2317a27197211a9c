import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { homework } from '../../../contract/homework.ts'
import type { SchoolTime } from '../../../ui/SchoolTime.tsx'

/** Starts the request while the screen's code is still on its way; its skeleton stands meanwhile. */
export const taskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    const homework_id = Number(params.homeworkId)
    void queryClient.prefetchQuery(query(homework.get, { course_id, homework_id }))
    return null
  }
