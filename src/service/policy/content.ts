import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/schema.ts'
import { maxId } from '../http/parse.ts'
import { invalid, notFound } from '../http/problem.ts'

/** Null if the content belongs to no class. */
type FoundContent = { courseId: number | null }

const createClassFinder = (table: 'lessons' | 'homeworks' | 'news' | 'files') => {
  const selectClass = compileOnce((db, { id }: { id: number }) =>
    db.selectFrom(table).select('course_id').where('id', '=', id),
  )
  return async (db: Db, id: number) => {
    const [row] = await selectClass(db, { id })
    return row && { courseId: row.course_id }
  }
}

const selectChat = compileOnce((db, { id }: { id: number }) =>
  db.selectFrom('chats').select('id').where('id', '=', id),
)

const finders: { [Field in ResourceField]: (db: Db, id: number) => Promise<FoundContent | undefined> } = {
  lesson_id: createClassFinder('lessons'),
  todo_id: createClassFinder('homeworks'),
  // Only users with a grant are members of a chat.
  async chat_id(db, id) {
    const [row] = await selectChat(db, { id })
    return row && { courseId: null }
  },
  async lesson_comment_id(db, id) {
    const row = await db
      .selectFrom('lesson_contents')
      .innerJoin('lessons', 'lessons.id', 'lesson_contents.lesson_id')
      .select('lessons.course_id')
      .where('lesson_contents.id', '=', id)
      .executeTakeFirst()
    return row && { courseId: row.course_id }
  },
  announcement_id: createClassFinder('news'),
  file_id: createClassFinder('files'),
}

/** Returns undefined if the content does not exist. */
export const findContent = (db: Db, { field, id }: Content): Promise<FoundContent | undefined> =>
  finders[field](db, id)

/** Throws 404 if the content belongs to another class (rule 33). */
export async function requireContentInClass(db: Db, courseId: number, content: Content): Promise<Content> {
  const existing = await findContent(db, content)
  if (existing?.courseId !== courseId) throw notFound()
  return content
}

export type Content = { field: ResourceField; id: number }

/** E.g. `{ lesson_id: 12 }`. Throws 422 without a field, and 404 for an ID above `maxId`. */
export function parseContent(ids: { [Field in ResourceField]?: number | undefined }): Content {
  const field = resourceFields.find(name => ids[name] !== undefined)
  const id = field && ids[field]
  if (field === undefined || id === undefined) throw invalid({}, 'name exactly one resource')
  if (id > maxId) throw notFound()
  return { field, id }
}

/** Returns undefined for a kind that this release does not support. */
export function toContent(row: { resource_field: string; resource_id: number }): Content | undefined {
  const field = resourceFields.find(name => name === row.resource_field)
  return field && { field, id: row.resource_id }
}
