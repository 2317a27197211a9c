import { homework } from '../../contract/homework.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { toInstant } from '../../lib/schoolTime.ts'
import { getWeekday } from '../../lib/week.ts'
import { deleteContent } from '../content/deleteContent.ts'
import { lockGrants, makeAdmin } from '../content/grants.ts'
import { lockHomework } from '../content/submissions.ts'
import type { Db } from '../db/schema.ts'
import { listResponse } from '../http/streamRows.ts'
import { listClassIds } from '../policy/classes.ts'
import { requireContentInClass } from '../policy/content.ts'
import { requirePermission, requireTeacher } from '../policy/policy.ts'
import { serializeHomework } from '../serialize/homework.ts'
import { listedHomeworkReader } from '../serialize/listedHomework.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/**
 * api.md § Homework. Writers of corrections are administrators, so a stricter rule for deleting would have no effect.
 */
export const homeworkRoutes = [
  defineRoute(homework.list, async ({ params, caller, db, serializeContext }) => {
    await requirePermission(db, caller, 'read', params)
    const courseIds = [params.course_id]
    const read = await listedHomeworkReader(db, caller, { courseIds }, serializeContext)
    return listResponse(after => read({ after }))
  }),

  /** Users may always read the homework of their own classes. */
  defineRoute(homework.mine, async ({ query: { due_from }, caller, db, timeZone, serializeContext }) => {
    const courseIds = await listClassIds(db, caller.userId)
    const dueFrom = due_from && new Date(toInstant(due_from, '00:00', timeZone)).toISOString()
    const range = { courseIds, ...(dueFrom !== undefined && { dueFrom }) }
    const read = await listedHomeworkReader(db, caller, range, serializeContext)
    return listResponse(after => read({ after }))
  }),

  defineRoute(homework.get, async ({ params, caller, db, serializeContext }) => {
    await requirePermission(db, caller, 'read', await requireHomework(db, params))
    const [entry] = await serializeHomework(db, caller, params, serializeContext)
    if (!entry) throw notFound()
    return entry
  }),

  defineWriteRoute(homework.create, async context => {
    const { params, body, caller, db, changed, clock, timeZone, serializeContext } = context
    const { course_id } = params
    await requireTeacher(db, caller, course_id, 'Only teachers of the class set homework.')
    const { lesson_id, text, note, points = null } = body
    await requireLesson(db, course_id, lesson_id)
    const due_at = await dueAt(db, { lesson_id, day: body.until_datetime, timeZone })
    const created_at = new Date(clock()).toISOString()
    const is_submissionable = body.is_submissionable ? 1 : 0
    const { id } = await db
      .insertInto('homeworks')
      .values({ course_id, lesson_id, text, note, due_at, is_submissionable, points, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const content = { field: 'todo_id', id } as const
    await makeAdmin(db, content, caller.userId, created_at)
    changed('homework', { course_id, todo_id: id })
    changed('permission', content)
    const read = await listedHomeworkReader(db, caller, { courseIds: [course_id] }, serializeContext)
    const { rows, serialize } = await read({ homework_id: id })
    return rows.map(serialize)
  }),

  defineWriteRoute(
    homework.change,
    async ({ params, body, caller, db, changed, timeZone, serializeContext }) => {
      const content = await requireHomework(db, params)
      const previous = await lockHomework(db, content.id)
      await requirePermission(db, caller, 'write', content)
      const { lesson_id = previous.lesson_id, until_datetime: day, is_submissionable } = body
      await requireLesson(db, params.course_id, lesson_id)
      const changes = {
        lesson_id,
        ...(body.text !== undefined && { text: body.text }),
        ...(body.note !== undefined && { note: body.note }),
        ...(body.points !== undefined && { points: body.points }),
        ...(day !== undefined && { due_at: await dueAt(db, { lesson_id, day, timeZone }) }),
        ...(is_submissionable !== undefined && ({ is_submissionable: is_submissionable ? 1 : 0 } as const)),
      }
      await db.updateTable('homeworks').set(changes).where('id', '=', content.id).execute()
      const ids = { course_id: params.course_id, todo_id: content.id }
      changed('homework', ids)
      changed('submission', ids)
      const [entry] = await serializeHomework(db, caller, params, serializeContext)
      if (!entry) throw notFound()
      return entry
    },
  ),

  defineWriteRoute(homework.remove, async ({ params, caller, db, willDelete }) => {
    const content = await requireHomework(db, params)
    await lockGrants(db, content)
    await requirePermission(db, caller, 'write', content)
    await deleteContent(db, content, { willDelete })
    return undefined
  }),
]

const requireHomework = (db: Db, { course_id, homework_id }: { course_id: number; homework_id: number }) =>
  requireContentInClass(db, course_id, { field: 'todo_id', id: homework_id })

async function requireLesson(db: Db, courseId: number, lessonId: number): Promise<void> {
  const lesson = await db
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', lessonId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  if (!lesson) throw invalid({ lesson_id: 'The class has no such subject.' })
}

/**
 * Start of the subject's first period on that day, or of the school day. Assumed: api.md takes a day and returns a
 * time.
 */
export async function dueAt(
  db: Db,
  { lesson_id, day, timeZone }: { lesson_id: number; day: string; timeZone: string },
): Promise<string> {
  const startTimes = db.selectFrom('units').select('units.start_time').orderBy('units.start_time')
  const subjectStart = await startTimes
    .innerJoin('timetable_entries', 'timetable_entries.unit_id', 'units.id')
    .where('timetable_entries.lesson_id', '=', lesson_id)
    .where('timetable_entries.weekday', '=', getWeekday(day))
    .executeTakeFirst()
  const start = subjectStart ?? (await startTimes.where('units.is_break', '=', 0).executeTakeFirst())
  return new Date(toInstant(day, start?.start_time ?? '08:00', timeZone)).toISOString()
}
