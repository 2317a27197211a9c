import type { Lesson } from '../../contract/lessons.ts'
import { getFamilyName } from '../../lib/familyName.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { namesTeacher, splitNames } from '../../lib/teacherName.ts'
import type { Db } from '../db/schema.ts'

/** Whether the teacher gives or covers a lesson to which these substitutions apply. */
export type IsTaught = (
  lesson: Pick<Lesson, 'id' | 'teacher'>,
  changes: readonly Record<string, unknown>[],
) => boolean

type Teacher = { userId: number; name: string }

/**
 * Finds the classes that a teacher teaches or covers between two days, in the schools of the own classes. The timetable has
 * names instead of users. If another teacher of the school has the same family name, only the full name counts, or the
 * permission on the subject.
 */
export async function findTaughtClasses(
  db: Db,
  { userId, name }: Teacher,
  { classIds, from, to }: { classIds: readonly number[]; from: string; to: string },
): Promise<{ courseIds: number[]; isTaught: IsTaught }> {
  const schools = await db.selectFrom('courses').select('school_id').where('id', 'in', classIds).execute()
  const schoolIds = [...new Set(schools.map(({ school_id }) => school_id))]
  const isAmbiguous = await hasNamesake(db, { userId, name }, schoolIds)
  const grantedSubjects = isAmbiguous ? await listGrantedSubjects(db, userId) : new Set<number>()
  const isNamed = (text: string) =>
    namesTeacher(text, name) && (!isAmbiguous || splitNames(text).includes(name))
  const givesLesson = ({ id, teacher }: Pick<Lesson, 'id' | 'teacher'>) =>
    isNamed(teacher) || (isAmbiguous && grantedSubjects.has(id) && namesTeacher(teacher, name))
  const covers = (change: Record<string, unknown>) =>
    typeof change.teacher === 'string' && isNamed(change.teacher)

  const lessons = await db
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .where('courses.school_id', 'in', schoolIds)
    .select(['lessons.id', 'lessons.course_id', 'lessons.teacher'])
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
    ...lessons.filter(givesLesson).map(({ course_id }) => course_id),
    ...changes.filter(({ body }) => covers(parseChange(body))).map(({ course_id }) => course_id),
  ])
  return {
    courseIds: [...courseIds].toSorted((a, b) => a - b),
    isTaught: (lesson, applied) => givesLesson(lesson) || applied.some(covers),
  }
}

function parseChange(body: string): Record<string, unknown> {
  const change: unknown = JSON.parse(body)
  return isRecord(change) ? change : {}
}

async function hasNamesake(
  db: Db,
  { userId, name }: Teacher,
  schoolIds: readonly (number | null)[],
): Promise<boolean> {
  const colleagues = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .where('courses.school_id', 'in', schoolIds)
    .where('users.is_teacher', '=', 1)
    .where('users.id', '!=', userId)
    .select('users.name')
    .distinct()
    .execute()
  return colleagues.some(colleague => namesTeacher(getFamilyName(name), colleague.name))
}

async function listGrantedSubjects(db: Db, userId: number): Promise<Set<number>> {
  const grants = await db
    .selectFrom('permissions')
    .select('resource_id')
    .where('resource_field', '=', 'lesson_id')
    .where('user_id', '=', userId)
    .execute()
  return new Set(grants.map(({ resource_id }) => resource_id))
}
