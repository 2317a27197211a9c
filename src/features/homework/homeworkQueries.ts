import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { keyOf, query } from '../../api/cache/query.ts'
import { canCorrect, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { submissions } from '../../contract/submissions.ts'
import type { SchoolTime } from '../../i18n/SchoolTime.tsx'

/**
 * Starts the requests while the code of the screen is loading. Does not block: the screen shows its skeleton or the
 * cached data at once.
 */
export const homeworkLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    void queryClient.prefetchQuery(query(homework.list, { course_id }))
    void queryClient.prefetchQuery(query(lessons.list, { course_id }))
    return null
  }

/**
 * Poll interval of the submissions, in ms. It shows late hand-ins and corrections of a second teacher. The rate limit
 * may extend it.
 */
const refreshEvery = 60_000

export const deskHomework = (courseId: number, homeworkId: number) =>
  query(homework.get, { course_id: courseId, homework_id: homeworkId })

export const deskSubmissions = (homeworkId: number) =>
  query(submissions.list, { todo_id: homeworkId }, { every: refreshEvery })

/**
 * Returns whether the user may read the submissions, as far as is known from the cached homework or the cached list.
 * Until then no request is sent, because the service might refuse it.
 */
export function isOpen(client: QueryClient, courseId: number, homeworkId: number): boolean {
  const task = client.getQueryData(deskHomework(courseId, homeworkId).queryKey)
  const listed = client.getQueryData(keyOf(homework.list, { course_id: courseId }))
  const known = task ?? listed?.rows.find(({ id }) => id === homeworkId)
  return known !== undefined && canCorrect(known)
}

/**
 * Starts the requests while the code of the desk is loading. Does not block. Both requests start at once if a cached
 * response says that the user corrects this homework.
 */
export const deskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    const homeworkId = Number(params.homeworkId)
    const askForWork = () => void queryClient.prefetchQuery(deskSubmissions(homeworkId))
    const isKnown = isOpen(queryClient, courseId, homeworkId)
    if (isKnown) askForWork()
    void queryClient.prefetchQuery(deskHomework(courseId, homeworkId)).then(() => {
      if (!isKnown && isOpen(queryClient, courseId, homeworkId)) askForWork()
    })
    return null
  }

/** Starts the request while the code of the screen is loading. Does not block. */
export const taskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    const homework_id = Number(params.homeworkId)
    void queryClient.prefetchQuery(query(homework.get, { course_id, homework_id }))
    return null
  }
