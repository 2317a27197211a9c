import type { PlannedLesson, Role } from '../../contract/lessons.ts'
import { roleOf } from '../../contract/teacherName.ts'
import { Substitution } from '../../contract/timeline.ts'
import { readVpEntry } from '../../contract/vpEntry.ts'
import { parseJson } from '../../lib/parseJson.ts'
import type { Db } from '../db/schema.ts'
import { createNameMatch, type NameMatch, readTeachers } from './teacherNames.ts'

/**
 * Finds the classes that a teacher teaches or covers between two days. The plan of other classes is not visible to the
 * teacher, except for the lessons to cover. The timetable has names instead of users.
 */
export async function findTaughtClasses(
  db: Db,
  userId: number,
  { classIds, from, to }: { classIds: readonly number[]; from: string; to: string },
): Promise<{ courseIds: number[]; getRole: GetRole }> {
  const schools = await db
    .selectFrom('courses as own')
    .innerJoin('courses', 'courses.school_id', 'own.school_id')
    .where('own.id', 'in', classIds)
    .select(['courses.id', 'courses.school_id'])
    .distinct()
    .execute()
  const schoolIds = [...new Set(schools.map(({ school_id }) => school_id))]
  const isOwnName = createNameMatch(userId, await readTeachers(db, schoolIds))
  const memberOf = new Set(classIds)
  const named = await findClassesNaming(
    db,
    schools.map(({ id }) => id),
    { from, to },
    isOwnName,
  )
  return {
    courseIds: [...named].toSorted((a, b) => a - b),
    getRole(classId, lesson) {
      const role = roleInClass(lesson, classId, isOwnName)
      return role === 'cover' || memberOf.has(classId) ? role : undefined
    },
  }
}

/** Returns undefined for the lessons of others. */
export type GetRole = (classId: number, lesson: PlannedLesson) => Role | undefined

/** The role of the teacher whose name matches. */
const roleInClass = (lesson: PlannedLesson, classId: number, isOwnName: NameMatch): Role | undefined =>
  roleOf(lesson, (text, isPlanned) =>
    isOwnName(text, isPlanned ? { subjectId: lesson.subject.id, classId } : undefined),
  )

/** Finds the classes whose subjects or substitutions name the teacher. */
async function findClassesNaming(
  db: Db,
  classIds: readonly number[],
  { from, to }: { from: string; to: string },
  isOwnName: NameMatch,
): Promise<Set<number>> {
  const subjects = await db
    .selectFrom('lessons')
    .select(['id', 'course_id', 'teacher'])
    .where('course_id', 'in', classIds)
    .execute()
  const substitutions = await db
    .selectFrom('representations')
    .select(['course_id', 'body'])
    .where('course_id', 'in', classIds)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .execute()
  const named = [
    ...subjects.filter(({ id, course_id, teacher }) =>
      isOwnName(teacher, { subjectId: id, classId: course_id }),
    ),
    ...substitutions.filter(({ body }) => isOwnName(substituteOf(parseJson(body)))),
  ]
  return new Set(named.map(({ course_id }) => course_id))
}

const substituteOf = (body: unknown): string =>
  readVpEntry(body)?.cover.teacher ?? Substitution.safeParse(body).data?.teacher ?? ''
