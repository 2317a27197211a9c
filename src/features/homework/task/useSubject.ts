import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'

export type Subject = { name: string; colour: string }

/** The subject of a homework, asked for where the homework does not bring it along. `undefined` until it is known. */
export function useSubject(courseId: number, homework: Homework | undefined): Subject | undefined {
  const asked = useQuery({
    ...query(lessons.get, { course_id: courseId, lesson_id: homework?.lesson_id ?? 0 }),
    enabled: homework !== undefined && homework.lesson === undefined,
  })
  const lesson = homework?.lesson ?? asked.data
  return lesson && { name: lesson.name, colour: subjectColour(lesson.id, lesson.color) }
}
