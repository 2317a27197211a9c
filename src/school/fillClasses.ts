import type { Db } from '../service/db/schema.ts'
import { lessonsOf, type SeedClass, type SeedSubject, seedClasses, subjectIn } from './classes.ts'
import type { SeededPeople } from './fillPeople.ts'
import { type SchoolKind, seedSchoolId } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'

type Options = { now: number; people: SeededPeople; unitIds: Map<number, number>; kind: SchoolKind }

/**
 * The three classes with their people, subjects, week and permissions, and one with nothing in it: no subjects, no
 * timetable, Peter Kern its only member.
 */
export async function fillClasses(db: Db, options: Options): Promise<void> {
  const { now, people, unitIds, kind } = options
  const since = new Date(now - 75 * 86_400_000).toISOString()
  for (const seedClass of seedClasses) {
    const id = await addClass(db, seedClass.name, since)
    const teachers = new Set([
      seedClass.classTeacher,
      ...seedClass.subjects.map(({ teacher }) => teacher).toSorted(),
    ])
    const members = [
      ...[...teachers].flatMap(teacher => people.teachers.get(teacher) ?? []),
      ...(people.pupils.get(seedClass.name) ?? []),
    ]
    await addMembers(db, id, members, since)

    const lessonIds = new Map<string, number>()
    for (const subject of seedClass.subjects) {
      const lessonId = await addSubject(db, id, subjectIn(seedClass.name, subject, kind))
      lessonIds.set(subject.short, lessonId)
      await grantAccess(db, lessonId, subject, { seedClass, people, since })
    }
    const entries = lessonsOf(seedClass.week).map(({ weekday, hour, short }) => ({
      course_id: id,
      weekday,
      unit_id: known(unitIds, hour),
      lesson_id: known(lessonIds, short),
    }))
    await db.insertInto('timetable_entries').values(entries).execute()
  }
  const empty = await addClass(db, textsOf(kind.language).emptyClass, since)
  await addMembers(db, empty, [known(people.teachers, 'Kern')], since)
}

async function addClass(db: Db, name: string, created_at: string): Promise<number> {
  const { id } = await db
    .insertInto('courses')
    .values({ name, school_id: seedSchoolId, created_at, timetable_week: null, is_teacher_mode: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addMembers(
  db: Db,
  course_id: number,
  userIds: readonly number[],
  since: string,
): Promise<void> {
  const dates = { joined_at: since, changed_at: since }
  const rows = userIds.map(
    user_id => ({ course_id, user_id, ...dates, is_pending: 0, is_accepted: 1 }) as const,
  )
  await db.insertInto('memberships').values(rows).execute()
}

/** `id`: a number of its own instead of the next. */
export async function addSubject(
  db: Db,
  course_id: number,
  subject: SeedSubject,
  id?: number,
): Promise<number> {
  const { name, short, room, teacher, color, note = '', rooms = {}, isTimetableOnly } = subject
  const inserted = await db
    .insertInto('lessons')
    .values({
      ...(id !== undefined && { id }),
      course_id,
      name,
      short,
      room,
      teacher,
      note,
      color,
      is_gradable: isTimetableOnly ? 0 : 1,
      is_timetable_only: isTimetableOnly ? 1 : 0,
      rooms: JSON.stringify(rooms),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** The subject's teacher administers it, the class teacher may write; pupils read as members (policy.ts). */
async function grantAccess(
  db: Db,
  lessonId: number,
  { teacher }: Pick<SeedSubject, 'teacher'>,
  { seedClass, people, since }: { seedClass: SeedClass; people: SeededPeople; since: string },
): Promise<void> {
  const rows = [...new Set([teacher, seedClass.classTeacher])].map(
    name =>
      ({
        resource_field: 'lesson_id',
        resource_id: lessonId,
        user_id: known(people.teachers, name),
        is_write: 1,
        is_admin: name === teacher ? 1 : 0,
        given_by_user_id: null,
        given_at: since,
      }) as const,
  )
  await db.insertInto('permissions').values(rows).execute()
}

function known<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The seed school has no ${String(key)}.`)
  return value
}
