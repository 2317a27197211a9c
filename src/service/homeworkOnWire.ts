import type { Wire } from '../contract/endpoint.ts'
import type { homework } from '../contract/homework.ts'
import { relationLabel } from '../contract/relations.ts'
import { isoDateTime, plainDateTime } from '../lib/schoolTime.ts'
import type { Caller } from './authenticate.ts'
import { documentOnWire, type Showing } from './documentOnWire.ts'
import { lessonOnWire } from './lessonOnWire.ts'
import { basicText, formattedText } from './renderText.ts'
import { roleIn } from './roleIn.ts'
import type { Db } from './store/schema.ts'

/** One homework of a class, or all of them. */
export type Which = { course_id: number; homework_id?: number }

/**
 * Homework as api.md § Homework shows it to this caller, by id; as many queries for a hundred as for one. `is_checked`
 * is that the caller acknowledged it. No `is_admin`: correcting makes it true, so that every correction would change
 * every list.
 */
export async function homeworkOnWire(
  db: Db,
  caller: Caller,
  { course_id, homework_id }: Which,
  showing: Showing,
): Promise<Wire<typeof homework.get>[]> {
  const all = db.selectFrom('homeworks').where('course_id', '=', course_id)
  const which = homework_id === undefined ? all : all.where('id', '=', homework_id)
  const rows = await which.selectAll().orderBy('id').execute()
  const ids = which.select('id')
  const lessons = await db.selectFrom('lessons').selectAll().where('course_id', '=', course_id).execute()
  const writable = await db
    .selectFrom('permissions')
    .select('resource_id')
    .where('resource_field', '=', 'todo_id')
    .where('resource_id', 'in', ids)
    .where('user_id', '=', caller.userId)
    .where('is_write', '=', 1)
    .execute()
  const acknowledged = await db
    .selectFrom('submissions')
    .select('todo_id')
    .where('todo_id', 'in', ids)
    .where('user_id', '=', caller.userId)
    .where('acknowledged_at', 'is not', null)
    .execute()
  const labels = rows.map(row => relationLabel({ kind: 'homework', todoId: row.id }))
  const documents = (
    await db.selectFrom('documents').selectAll().where('todo_id', 'in', ids).orderBy('id').execute()
  ).filter(document => labels.includes(document.related_to))

  const lessonsById = new Map(lessons.map(lesson => [lesson.id, lessonOnWire(lesson)]))
  const canWrite = new Set(writable.map(grant => grant.resource_id))
  const seen = new Set(acknowledged.map(submission => submission.todo_id))
  const isPupil = (await roleIn(db, caller.userId, course_id)) === 'pupil'

  return rows.map(row => {
    const can_edit = canWrite.has(row.id)
    const lesson = lessonsById.get(row.lesson_id)
    return {
      id: row.id,
      course_id: row.course_id,
      lesson_id: row.lesson_id,
      text: row.text,
      note: row.note,
      time: Math.floor(Date.parse(row.created_at) / 1000),
      until_datetime: plainDateTime(Date.parse(row.due_at), showing.timeZone),
      related_members: [],
      is_private: false,
      is_restricted: false,
      can_edit,
      is_checked: seen.has(row.id),
      can_check: isPupil,
      is_submissionable: row.is_submissionable === 1,
      points: row.points,
      created_at: isoDateTime(Date.parse(row.created_at), showing.timeZone),
      ...(lesson && { lesson }),
      note_formatted: formattedText(row.note),
      note_basic: basicText(row.note),
      document_relation: relationLabel({ kind: 'homework', todoId: row.id }),
      can_correct: can_edit,
      can_delete: can_edit,
      documents: documents
        .filter(document => document.todo_id === row.id)
        .map(document => documentOnWire(document, showing)),
    }
  })
}
