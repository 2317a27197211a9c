import type { Lesson } from '../../contract/lessons.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Db } from '../db/schema.ts'
import { createNameMatch, readTeachers } from './teacherNames.ts'

/** Whether the teacher gives or covers a lesson of the class to which these substitutions apply. */
export type IsTaught = (
  courseId: number,
  lesson: Pick<Lesson, 'id' | 'teacher'>,
  changes: readonly Record<string, unknown>[],
) => boolean

/**
 * Finds the classes that a teacher teaches or covers between two days. The plan of other classes is not visible to the
 * teacher, except for the lessons to cover. The timetable has names instead of users.
 */
export async function findTaughtClasses(
  db: Db,
  userId: number,
  { classIds, from, to }: { classIds: readonly number[]; from: string; to: string },
): Promise<{ courseIds: number[]; isTaught: IsTaught }> {
  const schools = await db.selectFrom('courses').select('school_id').where('id', 'in', classIds).execute()
  const schoolIds = [...new Set(schools.map(({ school_id }) => school_id))]
  const isOwnName = createNameMatch(userId, await readTeachers(db, schoolIds))
  const covers = (change: Record<string, unknown>) =>
    typeof change.teacher === 'string' && isOwnName(change.teacher)

  const lessons = await db
    .selectFrom('lessons')
    .where('course_id', 'in', classIds)
    .select(['id', 'course_id', 'teacher'])
    .execute()
  const changes = await db
    .selectFrom('representations')
    .innerJoin('courses', 'courses.id', 'representations.course_id')
    .where('courses.school_id', 'in', schoolIds)
    .where('representations.date', '>=', from)
    .where('representations.date', '<=', to)
    .select(['representations.course_id', 'representations.body'])
    .execute()
  const courseIds = new Set([
    ...lessons
      .filter(({ id, teacher, course_id }) => isOwnName(teacher, { subjectId: id, classId: course_id }))
      .map(({ course_id }) => course_id),
    ...changes.filter(({ body }) => covers(parseChange(body))).map(({ course_id }) => course_id),
  ])
  const memberOf = new Set(classIds)
  return {
    courseIds: [...courseIds].toSorted((a, b) => a - b),
    isTaught: (classId, { id, teacher }, applied) =>
      (memberOf.has(classId) && isOwnName(teacher, { subjectId: id, classId })) || applied.some(covers),
  }
}

function parseChange(body: string): Record<string, unknown> {
  const change: unknown = JSON.parse(body)
  return isRecord(change) ? change : {}
}
