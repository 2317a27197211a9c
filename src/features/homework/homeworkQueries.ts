import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { keyOf, query } from '../../api/cache/query.ts'
import { canCorrect, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { submissions } from '../../contract/submissions.ts'
import type { SchoolTime } from '../../i18n/SchoolTime.tsx'

// The loaders do not block: the requests run while the code of the screen is loading.

export const homeworkLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    void queryClient.prefetchQuery(query(homework.list, { course_id }))
    void queryClient.prefetchQuery(query(lessons.list, { course_id }))
    return null
  }

/** In ms, for late hand-ins and corrections of other teachers. */
const submissionPollInterval = 60_000

export const deskHomeworkQuery = (courseId: number, homeworkId: number) =>
  query(homework.get, { course_id: courseId, homework_id: homeworkId })

export const deskSubmissionsQuery = (homeworkId: number) =>
  query(submissions.list, { todo_id: homeworkId }, { every: submissionPollInterval })

/** Returns true only if cached data says so. Otherwise a request for the submissions might be refused. */
export function mayReadSubmissions(client: QueryClient, courseId: number, homeworkId: number): boolean {
  const task = client.getQueryData(deskHomeworkQuery(courseId, homeworkId).queryKey)
  const list = client.getQueryData(keyOf(homework.list, { course_id: courseId }))
  const cached = task ?? list?.rows.find(({ id }) => id === homeworkId)
  return cached !== undefined && canCorrect(cached)
}

export const deskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    const homeworkId = Number(params.homeworkId)
    const prefetchSubmissions = () => void queryClient.prefetchQuery(deskSubmissionsQuery(homeworkId))
    const mayRead = mayReadSubmissions(queryClient, courseId, homeworkId)
    if (mayRead) prefetchSubmissions()
    void queryClient.prefetchQuery(deskHomeworkQuery(courseId, homeworkId)).then(() => {
      if (!mayRead && mayReadSubmissions(queryClient, courseId, homeworkId)) prefetchSubmissions()
    })
    return null
  }

export const taskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    const homework_id = Number(params.homeworkId)
    void queryClient.prefetchQuery(query(homework.get, { course_id, homework_id }))
    return null
  }
