import { toInstant, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, getMonday } from '../lib/week.ts'
import type { SchoolTime } from '../school/schoolFiles.ts'
import type { Db } from '../service/db/schema.ts'

export type PersonToday = {
  login: string
  classes: string[]
  /** Submissions to mark, or tasks due this week. */
  count: number
}

export async function readPeopleToday(
  db: Db,
  logins: readonly string[],
  time: SchoolTime,
): Promise<PersonToday[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'login', 'is_teacher'])
    .where('login', 'in', logins)
    .execute()
  return Promise.all(
    users.map(async ({ id, login, is_teacher }) => {
      const count = is_teacher === 1 ? countToMark(db, id) : countDueThisWeek(db, id, time)
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

async function countToMark(db: Db, userId: number): Promise<number> {
  const { count } = await selectHomework(db, userId)
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

async function countDueThisWeek(db: Db, userId: number, { now, timeZone }: SchoolTime): Promise<number> {
  const today = toSchoolDay(now, timeZone)
  const getDayStart = (day: string) => new Date(toInstant(day, '00:00', timeZone)).toISOString()
  const { count } = await selectHomework(db, userId)
    .leftJoin('submissions', join =>
      join.onRef('submissions.todo_id', '=', 'homeworks.id').on('submissions.user_id', '=', userId),
    )
    .where('homeworks.due_at', '>=', getDayStart(today))
    .where('homeworks.due_at', '<', getDayStart(addDaysToDay(getMonday(today), 7)))
    .where('submissions.submitted_at', 'is', null)
    .where('submissions.corrected_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const selectHomework = (db: Db, userId: number) =>
  db
    .selectFrom('homeworks')
    .innerJoin('memberships', join =>
      join
        .onRef('memberships.course_id', '=', 'homeworks.course_id')
        .on('memberships.user_id', '=', userId)
        .on('memberships.is_accepted', '=', 1),
    )
