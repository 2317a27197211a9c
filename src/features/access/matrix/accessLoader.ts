import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../../api/query.ts'
import { chats } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import type { SchoolTime } from '../../../ui/SchoolTime.tsx'

/** Starts the requests while the screen's code is still on its way. It does not wait. */
export const accessLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    void queryClient.prefetchQuery(query(courses.members, { course_id }))
    void queryClient.prefetchQuery(query(lessons.list, { course_id }))
    void queryClient.prefetchQuery(query(homework.list, { course_id }))
    void queryClient.prefetchQuery(query(files.list, { course_id }))
    void queryClient.prefetchQuery(query(chats.list, {}))
    return null
  }
