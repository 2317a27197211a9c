import type { QueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../../api/query.ts'
import { canCorrect, homework } from '../../../contract/homework.ts'
import { submissions } from '../../../contract/submissions.ts'

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
