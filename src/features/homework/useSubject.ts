import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import type { Homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { subjectColour } from '../../lib/subjectColour.ts'

/** Fetches the subject if the homework does not include it. */
export function useSubject(
  courseId: number,
  homework: Homework | undefined,
): { name: string; colour: string } | undefined {
  const fetched = useQuery({
    ...query(lessons.get, { course_id: courseId, lesson_id: homework?.lesson_id ?? 0 }),
    enabled: homework !== undefined && homework.lesson === undefined,
  })
  const lesson = homework?.lesson ?? fetched.data
  return lesson && { name: lesson.name, colour: subjectColour(lesson.id, lesson.color) }
}
