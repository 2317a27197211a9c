import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { permissions } from '../../../contract/permissions.ts'

/** Does not wait for the requests. */
export const accessLoader =
  (queryClient: QueryClient) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    void prefetch(queryClient, course_id)
    return null
  }

/** The screen is for teachers only. */
async function prefetch(queryClient: QueryClient, course_id: number): Promise<void> {
  const user = await queryClient.ensureQueryData(query(me.get, {})).catch(() => undefined)
  if (user && isPupil(user)) return
  void queryClient.prefetchQuery(query(permissions.ofClass, { course_id }))
  void queryClient.prefetchQuery(query(courses.members, { course_id }))
  void queryClient.prefetchQuery(query(lessons.list, { course_id }))
  void queryClient.prefetchQuery(query(homework.list, { course_id }))
  void queryClient.prefetchQuery(query(files.list, { course_id }))
  void queryClient.prefetchQuery(query(chats.list, {}))
}
