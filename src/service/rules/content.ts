import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { invalid, notFound } from '../answers/problem.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import type { Db } from '../db/schema.ts'
import { largestId } from '../routes/parse.ts'
import { lockFilesBeside, removeFile } from './files.ts'

/** A kind of content that permissions can be about, and what becomes of it without an administrator. */
export type ContentKind = {
  /** Undefined when there is none of this id. `courseId` is the class it is in, null when it is in none. */
  find: (db: Db, id: number) => Promise<{ courseId: number | null } | undefined>
  /** Locks that every write takes before those of permissions, so that two of them never wait for each other. */
  lock?: (trx: Db, id: number) => Promise<unknown>
  /** Deletes it; what hangs on it goes by the foreign keys of the store. */
  remove: (db: Db, id: number) => Promise<unknown>
}

/** Where content of a table stands that names its class. */
const inClass = (table: 'lessons' | 'homeworks' | 'news' | 'files') => {
  const classOf = compiledOnce((db, { id }: { id: number }) =>
    db.selectFrom(table).select('course_id').where('id', '=', id),
  )
  return async (db: Db, id: number) => {
    const [row] = await classOf(db, { id })
    return row && { courseId: row.course_id }
  }
}

const chatOf = compiledOnce((db, { id }: { id: number }) =>
  db.selectFrom('chats').select('id').where('id', '=', id),
)

const deletion = (table: 'homeworks' | 'chats' | 'lesson_contents' | 'news') => (db: Db, id: number) =>
  db.deleteFrom(table).where('id', '=', id).execute()

/** Every kind of api.md. */
export const contentKinds: { [Field in ResourceField]: ContentKind } = {
  lesson_id: {
    find: inClass('lessons'),
    async remove(db, id) {
      // Its homework and contents go by the foreign keys; permissions have none.
      for (const [field, table] of [
        ['todo_id', 'homeworks'],
        ['lesson_comment_id', 'lesson_contents'],
      ] as const) {
        await db
          .deleteFrom('permissions')
          .where('resource_field', '=', field)
          .where('resource_id', 'in', db.selectFrom(table).select('id').where('lesson_id', '=', id))
          .execute()
      }
      await db.deleteFrom('lessons').where('id', '=', id).execute()
    },
  },
  todo_id: { find: inClass('homeworks'), remove: deletion('homeworks') },
  chat_id: {
    // Of no class: only who was given access is in a chat.
    async find(db, id) {
      const [row] = await chatOf(db, { id })
      return row && { courseId: null }
    },
    remove: deletion('chats'),
  },
  lesson_comment_id: {
    async find(db, id) {
      const row = await db
        .selectFrom('lesson_contents')
        .innerJoin('lessons', 'lessons.id', 'lesson_contents.lesson_id')
        .select('lessons.course_id')
        .where('lesson_contents.id', '=', id)
        .executeTakeFirst()
      return row && { courseId: row.course_id }
    },
    remove: deletion('lesson_contents'),
  },
  announcement_id: { find: inClass('news'), remove: deletion('news') },
  file_id: { find: inClass('files'), lock: lockFilesBeside, remove: removeFile },
}

/** The content of this id in this class; of another class it is none (cases 33): throws 404. */
export async function contentIn(db: Db, courseId: number, content: Content): Promise<Content> {
  const found = await contentKinds[content.field].find(db, content.id)
  if (found?.courseId !== courseId) throw notFound()
  return content
}

/** One piece of content, by the field name of its kind and its id. */
export type Content = { field: ResourceField; id: number }

/** Reads `{ lesson_id: 12 }`, one key of which is set. Throws 422 where none is, 404 for a number the store can't have. */
export function readContent(ids: { [Field in ResourceField]?: number | undefined }): Content {
  const field = resourceFields.find(name => ids[name] !== undefined)
  const id = field && ids[field]
  if (field === undefined || id === undefined) throw invalid({}, 'name exactly one resource')
  if (id > largestId) throw notFound()
  return { field, id }
}

/** Reads the two columns the store keeps it in; undefined for a kind this release does not know. */
export function storedContent(row: { resource_field: string; resource_id: number }): Content | undefined {
  const field = resourceFields.find(name => name === row.resource_field)
  return field && { field, id: row.resource_id }
}
