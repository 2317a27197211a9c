import { findFitting, splitNames } from '../../contract/teacherName.ts'
import type { Db } from '../db/schema.ts'

/** `subjectIds` are the subjects that the teacher administers, `classIds` the classes to which the teacher belongs. */
export type Teacher = {
  id: number
  name: string
  short?: string | null
  subjectIds: readonly number[]
  classIds: readonly number[]
}

/** A subject and its class. */
type SubjectOfClass = { subjectId: number; classId: number }

/**
 * Returns whether a text of the timetable names the teacher. `subject` is undefined for a substitute, who may teach other
 * subjects and classes.
 */
export type NameMatch = (text: string, subject?: SubjectOfClass) => boolean

/**
 * Timetables contain names or abbreviations instead of IDs. If a text fits several teachers, it names the only one of
 * them who administers the subject, otherwise the only one who belongs to its class. Without such a teacher it matches
 * no teacher (rule 61).
 */
export function createNameMatch(id: number, teachers: readonly Teacher[]): NameMatch {
  const fittingByName = new Map<string, readonly Teacher[]>()

  function isNamed(name: string, subject: SubjectOfClass | undefined): boolean {
    const fitting = fittingByName.get(name) ?? findFitting(name, teachers)
    fittingByName.set(name, fitting)
    const groups = [fitting]
    if (subject) {
      groups.push(
        fitting.filter(({ subjectIds }) => subjectIds.includes(subject.subjectId)),
        fitting.filter(({ classIds }) => classIds.includes(subject.classId)),
      )
    }
    const [only] = groups.find(({ length }) => length === 1) ?? []
    return only?.id === id
  }

  // Two teachers may share a lesson.
  return (text, subject) => splitNames(text).some(name => isNamed(name, subject))
}

/** Reads the teachers of these schools, sorted by ID. */
export async function readTeachers(db: Db, schoolIds: readonly number[]): Promise<Teacher[]> {
  const memberships = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .where('courses.school_id', 'in', schoolIds)
    .where('users.is_teacher', '=', 1)
    .select(['users.id', 'users.name', 'users.short', 'courses.id as class_id', 'memberships.is_accepted'])
    .orderBy('users.id')
    .orderBy('courses.id')
    .execute()
  const subjects = await db
    .selectFrom('permissions')
    .innerJoin('lessons', 'lessons.id', 'permissions.resource_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .where('permissions.resource_field', '=', 'lesson_id')
    .where('permissions.is_admin', '=', 1)
    .where('courses.school_id', 'in', schoolIds)
    .select(['permissions.user_id', 'lessons.id as subject_id'])
    .orderBy('lessons.id')
    .execute()
  const subjectsByUser = Map.groupBy(subjects, ({ user_id }) => user_id)
  return [...Map.groupBy(memberships, ({ id }) => id)].flatMap(([id, rows]) =>
    rows.slice(0, 1).map(({ name, short }) => ({
      id,
      name,
      short,
      subjectIds: (subjectsByUser.get(id) ?? []).map(({ subject_id }) => subject_id),
      classIds: rows.filter(({ is_accepted }) => is_accepted === 1).map(({ class_id }) => class_id),
    })),
  )
}
