import { toInstant, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, getMonday } from '../lib/week.ts'
import type { When } from '../school/schoolKind.ts'
import type { Db } from '../service/db/schema.ts'

/** Current work of one person, which the demo shows before the sign-in. */
export type PersonToday = {
  login: string
  /** Names of the classes that the person belongs to. */
  classes: string[]
  /** For a teacher the submissions to mark. For a pupil the tasks due this week that they have not handed in. */
  count: number
}

/** Reads the present work of these people from the database. Unknown login names are left out. */
export async function readPeopleToday(db: Db, logins: readonly string[], when: When): Promise<PersonToday[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'login', 'is_teacher'])
    .where('login', 'in', logins)
    .execute()
  return Promise.all(
    users.map(async ({ id, login, is_teacher }) => {
      const count = is_teacher === 1 ? countToMark(db, id) : countDueThisWeek(db, id, when)
      return { login, classes: await classNames(db, id), count: await count }
    }),
  )
}

async function classNames(db: Db, userId: number): Promise<string[]> {
  const courses = await db
    .selectFrom('memberships')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .select('courses.name')
    .where('memberships.user_id', '=', userId)
    .where('memberships.is_accepted', '=', 1)
    .orderBy('courses.id')
    .execute()
  return courses.map(({ name }) => name)
}

/** Counts the submissions that are not marked yet, of all homework that the teacher may mark. */
async function countToMark(db: Db, userId: number): Promise<number> {
  const { count } = await homeworkOf(db, userId)
    .innerJoin('permissions', join =>
      join
        .onRef('permissions.resource_id', '=', 'homeworks.id')
        .on('permissions.resource_field', '=', 'todo_id')
        .on('permissions.user_id', '=', userId)
        .on('permissions.is_write', '=', 1),
    )
    .innerJoin('submissions', 'submissions.todo_id', 'homeworks.id')
    .where('homeworks.is_submissionable', '=', 1)
    .where('submissions.submitted_at', 'is not', null)
    .where('submissions.corrected_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the homework due from today until Sunday that the pupil has not handed in. */
async function countDueThisWeek(db: Db, userId: number, { now, timeZone }: When): Promise<number> {
  const today = toSchoolDay(now, timeZone)
  const startOf = (day: string) => new Date(toInstant(day, '00:00', timeZone)).toISOString()
  const { count } = await homeworkOf(db, userId)
    .leftJoin('submissions', join =>
      join.onRef('submissions.todo_id', '=', 'homeworks.id').on('submissions.user_id', '=', userId),
    )
    .where('homeworks.due_at', '>=', startOf(today))
    .where('homeworks.due_at', '<', startOf(addDaysToDay(getMonday(today), 7)))
    .where('submissions.submitted_at', 'is', null)
    .where('submissions.corrected_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Selects the homework of the classes that a person belongs to. */
const homeworkOf = (db: Db, userId: number) =>
  db
    .selectFrom('homeworks')
    .innerJoin('memberships', join =>
      join
        .onRef('memberships.course_id', '=', 'homeworks.course_id')
        .on('memberships.user_id', '=', userId)
        .on('memberships.is_accepted', '=', 1),
    )
