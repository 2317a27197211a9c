import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import type { Db } from '../db/schema.ts'
import { maxId } from '../http/parse.ts'
import { invalid, notFound } from '../http/problem.ts'
import { lockFilesBeside, removeFile } from './files.ts'

/** A kind of content that permissions refer to. */
export type ContentKind = {
  /** Returns undefined if the content does not exist. `courseId` is its class, or null if it belongs to no class. */
  find: (db: Db, id: number) => Promise<{ courseId: number | null } | undefined>
  /** Acquires the locks that every write needs before those of permissions, so that deadlocks can't occur. */
  lock?: (trx: Db, id: number) => Promise<unknown>
  /** Deletes the content. Foreign keys delete the rows that depend on it. */
  remove: (db: Db, id: number) => Promise<unknown>
}

/** Creates `find` for a table with a column `course_id`. */
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

/** All kinds of content in api.md. */
export const contentKinds: { [Field in ResourceField]: ContentKind } = {
  lesson_id: {
    find: inClass('lessons'),
    async remove(db, id) {
      // Foreign keys delete the homework and contents of the subject. Permissions have no foreign key on them.
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
    // Chats belong to no class. Only users with a grant are members.
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

/** Returns the content if it belongs to this class, otherwise throws 404 (rule 33). */
export async function contentIn(db: Db, courseId: number, content: Content): Promise<Content> {
  const found = await contentKinds[content.field].find(db, content.id)
  if (found?.courseId !== courseId) throw notFound()
  return content
}

/** A piece of content, by the field name of its kind and its ID. */
export type Content = { field: ResourceField; id: number }

/**
 * Reads content from an object with one field, e.g. `{ lesson_id: 12 }`. Throws 422 if no field is set, and 404 if the
 * ID is above `maxId`.
 */
export function readContent(ids: { [Field in ResourceField]?: number | undefined }): Content {
  const field = resourceFields.find(name => ids[name] !== undefined)
  const id = field && ids[field]
  if (field === undefined || id === undefined) throw invalid({}, 'name exactly one resource')
  if (id > maxId) throw notFound()
  return { field, id }
}

/**
 * Reads content from its two columns in the database. Returns undefined for a kind that this release does not support.
 */
export function storedContent(row: { resource_field: string; resource_id: number }): Content | undefined {
  const field = resourceFields.find(name => name === row.resource_field)
  return field && { field, id: row.resource_id }
}
