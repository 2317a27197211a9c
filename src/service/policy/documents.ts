import type { Selectable } from 'kysely'
import { type Relation, readRelation } from '../../contract/document.ts'
import { forbidden, invalid, notFound, Problem } from '../../http/problem.ts'
import type { Caller } from '../auth/caller.ts'
import type { Documents } from '../db/homeworkSchema.ts'
import type { Db } from '../db/schema.ts'
import { maxId } from '../http/parse.ts'
import { findRole } from './classes.ts'
import { requirePermission } from './policy.ts'
import { requireOpenSubmission, requireOwnSubmission } from './submissions.ts'

const unsentLifetimeMs = 86_400_000

/** Unsent uploads before this time have expired. `now` is in Unix ms. */
export const minUnsentUploadTime = (now: number): string => new Date(now - unsentLifetimeMs).toISOString()

/** Throws 422 for unknown forms. */
export function parseRelation(label: string): Relation {
  const relation = readRelation(label)
  if (!relation) throw invalid({ related_to: 'This is no relation that files are uploaded with.' })
  if ('todoId' in relation && relation.todoId > maxId) throw notFound()
  if ('fileId' in relation && relation.fileId > maxId) throw notFound()
  return relation
}

/**
 * Homework, corrections and class files need write access. A submission accepts files of its pupil while it is open.
 * Call it in the transaction that stores the document.
 */
export async function requireMayUpload(db: Db, caller: Caller, relation: Relation): Promise<void> {
  switch (relation.kind) {
    case 'homework':
      return requirePermission(db, caller, 'write', { field: 'todo_id', id: relation.todoId })
    case 'correction':
      await requirePermission(db, caller, 'write', { field: 'todo_id', id: relation.todoId })
      return requirePupil(db, relation)
    case 'submission': {
      await requirePermission(db, caller, 'read', { field: 'todo_id', id: relation.todoId })
      if (relation.userId !== caller.userId) throw forbidden('Only the pupil hands in files of their own.')
      await requireOwnSubmission(db, caller, relation.todoId)
      const submission = await findSubmission(db, relation)
      if (!submission) throw notFound()
      return requireOpenSubmission(submission)
    }
    case 'newMessage':
      // Sending the message checks access to the chat.
      return
    case 'message':
      throw invalid({ related_to: 'Files of a message are uploaded before it is sent.' })
    case 'file':
      await requirePermission(db, caller, 'write', { field: 'file_id', id: relation.fileId })
      return requireNotFolder(db, relation.fileId)
  }
}

async function requireNotFolder(db: Db, id: number): Promise<void> {
  const file = await db.selectFrom('files').select('is_dir').where('id', '=', id).executeTakeFirst()
  if (file?.is_dir === 1) throw invalid({ related_to: 'This is a folder: make a file in it first.' })
}

async function requirePupil(db: Db, { todoId, userId }: { todoId: number; userId: number }): Promise<void> {
  const homework = await db
    .selectFrom('homeworks')
    .select('course_id')
    .where('id', '=', todoId)
    .executeTakeFirst()
  const handedIn = await db
    .selectFrom('submissions')
    .select('user_id')
    .where('todo_id', '=', todoId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (handedIn || (homework && (await findRole(db, userId, homework.course_id)) === 'pupil')) return
  throw notFound('There is no such pupil in the class.')
}

/**
 * Throws 404. `now` is in Unix ms.
 * - Files of a correction are visible to its pupil after it is returned.
 * - Files of an unsent message are visible to the sender, later to the chat.
 * - All versions of a class file are visible to everyone who may read it.
 */
export async function requireMayReadDocument(
  db: Db,
  caller: Caller,
  document: Pick<Selectable<Documents>, 'related_to' | 'chat_id' | 'uploaded_at' | 'uploaded_by_user_id'>,
  now: number,
): Promise<void> {
  const relation = readRelation(document.related_to)
  if (relation?.kind === 'message') {
    return requirePermission(db, caller, 'read', { field: 'chat_id', id: document.chat_id ?? 0 })
  }
  if (relation?.kind === 'newMessage') {
    if (document.uploaded_by_user_id === caller.userId && document.uploaded_at >= minUnsentUploadTime(now))
      return
    throw notFound()
  }
  if (relation?.kind === 'file')
    return requirePermission(db, caller, 'read', { field: 'file_id', id: relation.fileId })
  if (!relation || !('todoId' in relation)) throw notFound()
  const content = { field: 'todo_id', id: relation.todoId } as const
  if (relation.kind === 'homework') return requirePermission(db, caller, 'read', content)
  if (relation.userId === caller.userId && (await isVisibleToPupil(db, relation))) return
  try {
    await requirePermission(db, caller, 'write', content)
  } catch (error) {
    // Classmates must not learn whether a pupil has handed in a file.
    throw error instanceof Problem ? notFound() : error
  }
}

async function isVisibleToPupil(
  db: Db,
  relation: Relation & { todoId: number; userId: number },
): Promise<boolean> {
  const row = await findSubmission(db, relation)
  if (!row || (relation.kind === 'correction' && row.corrected_at === null)) return false
  return (await findRole(db, relation.userId, row.course_id)) === 'pupil'
}

/** Columns of the submission may be null. */
function findSubmission(db: Db, { todoId, userId }: { todoId: number; userId: number }) {
  return db
    .selectFrom('homeworks')
    .leftJoin('submissions', join =>
      join.onRef('submissions.todo_id', '=', 'homeworks.id').on('submissions.user_id', '=', userId),
    )
    .select(['homeworks.course_id', 'homeworks.is_submissionable', 'submissions.corrected_at'])
    .where('homeworks.id', '=', todoId)
    .executeTakeFirst()
}
