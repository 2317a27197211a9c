import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { invalid, notFound } from '../answers/problem.ts'
import type { Db } from '../db/schema.ts'
import { largestId } from '../routes/parse.ts'
import { holdFilesBeside, removeFile } from './files.ts'

/** A kind of content that permissions can be about, and what becomes of it without an administrator. */
export type ContentKind = {
  /** Undefined when there is none of this id. `courseId` is the class it is in, null when it is in none. */
  find: (db: Db, id: number) => Promise<{ courseId: number | null } | undefined>
  /** Locks that every write takes before those of permissions, so that two of them never wait for each other. */
  hold?: (trx: Db, id: number) => Promise<unknown>
  /** Deletes it; what hangs on it goes by the foreign keys of the store. */
  remove: (db: Db, id: number) => Promise<unknown>
}

/** Every kind of api.md. */
export const contentKinds: { [Field in ResourceField]: ContentKind } = {
  lesson_id: {
    async find(db, id) {
      const row = await db.selectFrom('lessons').select('course_id').where('id', '=', id).executeTakeFirst()
      return row && { courseId: row.course_id }
    },
    async remove(db, id) {
      // Its homework and contents go by the foreign keys; permissions have none.
      const itsHomework = db.selectFrom('homeworks').select('id').where('lesson_id', '=', id)
      const itsContents = db.selectFrom('lesson_contents').select('id').where('lesson_id', '=', id)
      for (const [field, ids] of [
        ['todo_id', itsHomework],
        ['lesson_comment_id', itsContents],
      ] as const) {
        await db
          .deleteFrom('permissions')
          .where('resource_field', '=', field)
          .where('resource_id', 'in', ids)
          .execute()
      }
      await db.deleteFrom('lessons').where('id', '=', id).execute()
    },
  },
  todo_id: {
    async find(db, id) {
      const row = await db.selectFrom('homeworks').select('course_id').where('id', '=', id).executeTakeFirst()
      return row && { courseId: row.course_id }
    },
    remove: (db, id) => db.deleteFrom('homeworks').where('id', '=', id).execute(),
  },
  chat_id: {
    // Of no class: only who was given access is in a chat.
    async find(db, id) {
      const row = await db.selectFrom('chats').select('id').where('id', '=', id).executeTakeFirst()
      return row && { courseId: null }
    },
    remove: (db, id) => db.deleteFrom('chats').where('id', '=', id).execute(),
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
    remove: (db, id) => db.deleteFrom('lesson_contents').where('id', '=', id).execute(),
  },
  announcement_id: {
    async find(db, id) {
      const row = await db.selectFrom('news').select('course_id').where('id', '=', id).executeTakeFirst()
      return row && { courseId: row.course_id }
    },
    remove: (db, id) => db.deleteFrom('news').where('id', '=', id).execute(),
  },
  file_id: {
    async find(db, id) {
      const row = await db.selectFrom('files').select('course_id').where('id', '=', id).executeTakeFirst()
      return row && { courseId: row.course_id }
    },
    hold: holdFilesBeside,
    remove: removeFile,
  },
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
