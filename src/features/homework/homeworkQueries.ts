import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { keyOf, query } from '../../api/cache/query.ts'
import { canCorrect, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { submissions } from '../../contract/submissions.ts'
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

/** A second teacher's corrections and late hand-ins show by themselves; the budget stretches it. */
const refreshEvery = 60_000

export const deskHomework = (courseId: number, homeworkId: number) =>
  query(homework.get, { course_id: courseId, homework_id: homeworkId })

export const deskSubmissions = (homeworkId: number) =>
  query(submissions.list, { todo_id: homeworkId }, { every: refreshEvery })

/**
 * Whether the list is there for this person, as far as is known: by the homework itself, or by the list that led here. Until
 * it is, nothing is asked that may be refused.
 */
export function isOpen(client: QueryClient, courseId: number, homeworkId: number): boolean {
  const task = client.getQueryData(deskHomework(courseId, homeworkId).queryKey)
  const listed = client.getQueryData(keyOf(homework.list, { course_id: courseId }))
  const known = task ?? listed?.rows.find(({ id }) => id === homeworkId)
  return known !== undefined && canCorrect(known)
}

/**
 * Starts the requests while the desk's code is still on its way; its skeleton stands meanwhile. Both at once where the list
 * of homework said already that this person corrects it.
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

/** Starts the request while the screen's code is still on its way; its skeleton stands meanwhile. */
export const taskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    const homework_id = Number(params.homeworkId)
    void queryClient.prefetchQuery(query(homework.get, { course_id, homework_id }))
    return null
  }
