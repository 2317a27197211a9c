import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { SchoolTime } from '../../../ui/SchoolTime.tsx'
import { deskHomework, deskSubmissions } from './deskQueries.ts'

/** Starts both requests at once, while the desk's code is still on its way; its skeleton stands meanwhile. */
export const deskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const homeworkId = Number(params.homeworkId)
    void queryClient.prefetchQuery(deskHomework(Number(params.courseId), homeworkId))
    void queryClient.prefetchQuery(deskSubmissions(homeworkId))
    return null
  }
