import { query } from '../../../api/query.ts'
import { homework } from '../../../contract/homework.ts'
import { submissions } from '../../../contract/submissions.ts'

/** A second teacher's corrections and late hand-ins show by themselves; the budget stretches it. */
const refreshEvery = 60_000

export const deskHomework = (courseId: number, homeworkId: number) =>
  query(homework.get, { course_id: courseId, homework_id: homeworkId })

export const deskSubmissions = (homeworkId: number) =>
  query(submissions.list, { todo_id: homeworkId }, { every: refreshEvery })
