import { type ResourceField, resourceFields, upcomingFields } from '../contract/permissions.ts'
import { invalid } from './problem.ts'
import type { Db } from './store/schema.ts'

/** A kind of content that permissions can be about, and what becomes of it without an administrator. */
export type ContentKind = {
  /** Undefined when there is none of this id. `courseId` is the class it is in, null when it is in none. */
  find: (db: Db, id: number) => Promise<{ courseId: number | null } | undefined>
  /** Deletes it; what hangs on it goes by the foreign keys of the store. */
  remove: (db: Db, id: number) => Promise<unknown>
}

/** The kinds the service has. Files come in as one more entry. */
export const contentKinds: { [Field in ResourceField]?: ContentKind } = {
  lesson_id: {
    async find(db, id) {
      const row = await db.selectFrom('lessons').select('course_id').where('id', '=', id).executeTakeFirst()
      return row && { courseId: row.course_id }
    },
    async remove(db, id) {
      // Its homework goes by the foreign key; permissions have none.
      const itsHomework = db.selectFrom('homeworks').select('id').where('lesson_id', '=', id)
      await db
        .deleteFrom('permissions')
        .where('resource_field', '=', 'todo_id')
        .where('resource_id', 'in', itsHomework)
        .execute()
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
}

/** One piece of content, by the field name of its kind and its id. */
export type Content = { field: ResourceField; id: number }

/** Reads `{ lesson_id: 12 }`, one key of which is set. Throws 422 for a kind that is only announced (api.md). */
export function readContent(ids: { [Field in ResourceField]?: number | undefined }, place: string): Content {
  const field = resourceFields.find(name => ids[name] !== undefined)
  const id = field && ids[field]
  if (field === undefined || id === undefined) throw invalid({}, 'name exactly one resource')
  if (!contentKinds[field] && upcomingFields.includes(field)) {
    const path = place === '' ? field : `${place}.${field}`
    throw invalid({ [path]: 'Permissions for this kind of content are announced, but not offered yet.' })
  }
  return { field, id }
}

/** Reads the two columns the store keeps it in; undefined for a kind this release does not know. */
export function storedContent(row: { resource_field: string; resource_id: number }): Content | undefined {
  const field = resourceFields.find(name => name === row.resource_field)
  return field && { field, id: row.resource_id }
}
