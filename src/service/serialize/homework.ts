import { relationLabel } from '../../contract/document.ts'
import type { Wire } from '../../contract/endpoint.ts'
import type { homework } from '../../contract/homework.ts'
import { isoDateTime, plainDateTime } from '../../lib/schoolTime.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { pageSize } from '../http/streamRows.ts'
import { listClassesAsPupil } from '../policy/classes.ts'
import { selectOwnGrants } from '../policy/grants.ts'
import { type SerializeContext, serializeDocument } from './documents.ts'
import { serializeLesson } from './lessons.ts'
import { basicText, formattedText } from './renderText.ts'

export type HomeworkSelection = { after: number } | { homework_id: number }

/** `dueFrom` is an instant in UTC. */
export type HomeworkRange = { courseIds: readonly number[]; dueFrom?: string }

/**
 * In pages, with a fixed number of queries (api.md § Homework). `is_checked` means acknowledged by the caller. Without
 * `is_admin`, because each correction would change every list.
 */
export async function homeworkReader(
  db: Db,
  caller: Caller,
  { courseIds, dueFrom }: HomeworkRange,
  serializeContext: SerializeContext,
) {
  const lessons = await db.selectFrom('lessons').selectAll().where('course_id', 'in', courseIds).execute()
  const lessonsById = new Map(lessons.map(lesson => [lesson.id, serializeLesson(lesson)]))
  const classesAsPupil = await listClassesAsPupil(db, caller.userId, courseIds)
  return async (selection: HomeworkSelection) => {
    const ofClasses = db.selectFrom('homeworks').selectAll().where('course_id', 'in', courseIds)
    const allHomework = dueFrom === undefined ? ofClasses : ofClasses.where('due_at', '>=', dueFrom)
    const rows = await ('homework_id' in selection
      ? allHomework.where('id', '=', selection.homework_id)
      : allHomework.where('id', '>', selection.after).orderBy('id').limit(pageSize)
    ).execute()
    const { writableIds, acknowledgedIds, documentsByLabel } = await readRelatedRows(
      db,
      caller,
      rows.map(({ id }) => id),
    )
    const serialize = (row: (typeof rows)[number]): Wire<typeof homework.get> => {
      const can_edit = writableIds.has(row.id)
      const lesson = lessonsById.get(row.lesson_id)
      return {
        id: row.id,
        course_id: row.course_id,
        lesson_id: row.lesson_id,
        text: row.text,
        note: row.note,
        time: Math.floor(Date.parse(row.created_at) / 1000),
        until_datetime: plainDateTime(Date.parse(row.due_at), serializeContext.timeZone),
        related_members: [],
        is_private: false,
        is_restricted: false,
        can_edit,
        is_checked: acknowledgedIds.has(row.id),
        can_check: classesAsPupil.has(row.course_id),
        is_submissionable: row.is_submissionable === 1,
        points: row.points,
        created_at: isoDateTime(Date.parse(row.created_at), serializeContext.timeZone),
        ...(lesson && { lesson }),
        note_formatted: formattedText(row.note),
        note_basic: basicText(row.note),
        document_relation: labelOf(row.id),
        can_correct: can_edit,
        can_delete: can_edit,
        documents: (documentsByLabel.get(labelOf(row.id)) ?? []).map(document =>
          serializeDocument(document, serializeContext),
        ),
      }
    }
    return { rows, serialize }
  }
}

export async function serializeHomework(
  db: Db,
  caller: Caller,
  { course_id, homework_id }: { course_id: number; homework_id: number },
  serializeContext: SerializeContext,
): Promise<Wire<typeof homework.get>[]> {
  const read = await homeworkReader(db, caller, { courseIds: [course_id] }, serializeContext)
  const { rows, serialize } = await read({ homework_id })
  return rows.map(serialize)
}

async function readRelatedRows(db: Db, { userId }: Caller, ids: number[]) {
  const writable = await db
    .selectFrom(selectOwnGrants(db, { field: 'todo_id', userId }).as('own'))
    .select('own.resource_id')
    .where('own.resource_id', 'in', ids)
    .where('own.is_write', '=', 1)
    .execute()
  const acknowledged = await db
    .selectFrom('submissions')
    .select('todo_id')
    .where('todo_id', 'in', ids)
    .where('user_id', '=', userId)
    .where('acknowledged_at', 'is not', null)
    .execute()
  // The label excludes documents of submissions.
  const documents = await db
    .selectFrom('documents')
    .selectAll()
    .where('related_to', 'in', ids.map(labelOf))
    .orderBy('id')
    .execute()
  return {
    writableIds: new Set(writable.map(grant => grant.resource_id)),
    acknowledgedIds: new Set(acknowledged.map(submission => submission.todo_id)),
    documentsByLabel: Map.groupBy(documents, document => document.related_to),
  }
}

const labelOf = (todoId: number) => relationLabel({ kind: 'homework', todoId })
