import { homework } from '../../contract/homework.ts'
import { instantAt } from '../../lib/schoolTime.ts'
import { weekday } from '../../lib/week.ts'
import { originOf } from '../answers/documents.ts'
import { homeworkOnWire, homeworkReader } from '../answers/homework.ts'
import { holdGrants, removeContent } from '../answers/permissions.ts'
import { invalid, notFound } from '../answers/problem.ts'
import { jsonRows, pagesOf } from '../answers/streamRows.ts'
import type { Db } from '../db/schema.ts'
import { demand, demandTeacher } from '../rules/policy.ts'
import { on } from './route.ts'

/**
 * Homework of a class (api.md § Homework). Teachers of the class set it; who may write one changes and deletes it too:
 * correcting makes every writer an administrator, so deletion can't ask for more.
 */
export const homeworkRoutes = [
  on(homework.list, async ({ params, caller, db, timeZone, request, bigLists }) => {
    await demand(db, caller, 'read', params)
    const showing = { origin: originOf(request), timeZone }
    const read = await homeworkReader(db, caller, params.course_id, showing)
    return bigLists.answer(jsonRows(pagesOf(after => read({ after }))))
  }),

  on(homework.get, async ({ params, caller, db, timeZone, request }) => {
    const content = await existing(db, params)
    await demand(db, caller, 'read', content)
    const [found] = await homeworkOnWire(db, caller, params, { origin: originOf(request), timeZone })
    if (!found) throw notFound()
    return found
  }),

  on(homework.create, async ({ params: { course_id }, body, caller, db, clock, timeZone, request }) => {
    await demandTeacher(db, caller, course_id, 'Only teachers of the class set homework.')
    const { lesson_id, text, note, points = null } = body
    await demandLesson(db, course_id, lesson_id)
    const due_at = await dueAt(db, { lesson_id, day: body.until_datetime, timeZone })
    const created_at = new Date(clock()).toISOString()
    const is_submissionable = body.is_submissionable ? 1 : 0
    return db.transaction().execute(async trx => {
      const { id } = await trx
        .insertInto('homeworks')
        .values({ course_id, lesson_id, text, note, due_at, is_submissionable, points, created_at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await makeAdmin(trx, id, caller.userId, created_at)
      const which = { course_id, homework_id: id }
      return homeworkOnWire(trx, caller, which, { origin: originOf(request), timeZone })
    })
  }),

  on(homework.change, async ({ params, body, caller, db, timeZone, request }) => {
    const content = await existing(db, params)
    await demand(db, caller, 'write', content)
    return db.transaction().execute(async trx => {
      const before = await trx
        .selectFrom('homeworks')
        .select('lesson_id')
        .where('id', '=', content.id)
        .executeTakeFirst()
      if (!before) throw notFound()
      const { lesson_id = before.lesson_id, until_datetime: day, is_submissionable } = body
      await demandLesson(trx, params.course_id, lesson_id)
      const changes = {
        lesson_id,
        ...(body.text !== undefined && { text: body.text }),
        ...(body.note !== undefined && { note: body.note }),
        ...(body.points !== undefined && { points: body.points }),
        ...(day !== undefined && { due_at: await dueAt(trx, { lesson_id, day, timeZone }) }),
        ...(is_submissionable !== undefined && ({ is_submissionable: is_submissionable ? 1 : 0 } as const)),
      }
      await trx.updateTable('homeworks').set(changes).where('id', '=', content.id).execute()
      const [found] = await homeworkOnWire(trx, caller, params, { origin: originOf(request), timeZone })
      if (!found) throw notFound()
      return found
    })
  }),

  on(homework.remove, async ({ params, caller, db }) =>
    db.transaction().execute(async trx => {
      const content = await existing(trx, params)
      await holdGrants(trx, content)
      await demand(trx, caller, 'write', content)
      await removeContent(trx, content)
      return undefined
    }),
  ),
]

/** Makes somebody writer and administrator of a homework, whatever they were on it before. */
export async function makeAdmin(trx: Db, todoId: number, user_id: number, given_at: string): Promise<void> {
  const flags = { is_write: 1, is_admin: 1 } as const
  await trx
    .insertInto('permissions')
    .values({
      resource_field: 'todo_id',
      resource_id: todoId,
      user_id,
      ...flags,
      given_by_user_id: user_id,
      given_at,
    })
    .onConflict(conflict => conflict.columns(['resource_field', 'resource_id', 'user_id']).doUpdateSet(flags))
    .execute()
}

/** The homework of this id in this class; of another class it is none (cases 33). */
async function existing(db: Db, { course_id, homework_id }: { course_id: number; homework_id: number }) {
  const row = await db
    .selectFrom('homeworks')
    .select('id')
    .where('id', '=', homework_id)
    .where('course_id', '=', course_id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { field: 'todo_id', id: row.id } as const
}

async function demandLesson(db: Db, courseId: number, lessonId: number): Promise<void> {
  const lesson = await db
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', lessonId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  if (!lesson) throw invalid({ lesson_id: 'The class has no such subject.' })
}

/**
 * When homework for a day is due, as an instant: as the first hour of its subject on that weekday begins, or else the
 * school's first hour. Assumed: api.md takes a day and answers a time.
 */
export async function dueAt(
  db: Db,
  { lesson_id, day, timeZone }: { lesson_id: number; day: string; timeZone: string },
): Promise<string> {
  const hours = db.selectFrom('units').select('units.start_time').orderBy('units.start_time')
  const ofSubject = await hours
    .innerJoin('timetable_entries', 'timetable_entries.unit_id', 'units.id')
    .where('timetable_entries.lesson_id', '=', lesson_id)
    .where('timetable_entries.weekday', '=', weekday(day))
    .executeTakeFirst()
  const first = ofSubject ?? (await hours.where('units.is_break', '=', 0).executeTakeFirst())
  return new Date(instantAt(day, first?.start_time ?? '08:00', timeZone)).toISOString()
}
