import type { Expression, SelectQueryBuilder } from 'kysely'
import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db, Schema } from '../db/schema.ts'
import { maxId } from '../http/parse.ts'

type FoundContent = { courseId: number | null }

type ClassOfContent = SelectQueryBuilder<Schema, never, { course_id: number | null }>

/** Selects no row if the content does not exist. */
export function selectClassOf(
  db: Db,
  { field, id }: { field: ResourceField; id: number | Expression<number> },
): ClassOfContent {
  switch (field) {
    case 'lesson_id':
      return db.selectFrom('lessons').select('course_id').where('id', '=', id) as ClassOfContent
    case 'todo_id':
      return db.selectFrom('homeworks').select('course_id').where('id', '=', id) as ClassOfContent
    case 'announcement_id':
      return db.selectFrom('news').select('course_id').where('id', '=', id) as ClassOfContent
    case 'file_id':
      return db.selectFrom('files').select('course_id').where('id', '=', id) as ClassOfContent
    case 'lesson_comment_id':
      return db
        .selectFrom('lesson_contents')
        .innerJoin('lessons', 'lessons.id', 'lesson_contents.lesson_id')
        .select('lessons.course_id')
        .where('lesson_contents.id', '=', id) as ClassOfContent
    case 'chat_id':
      return db
        .selectFrom('chats')
        .select(({ cast, lit }) => cast<number | null>(lit(null), 'integer').as('course_id'))
        .where('id', '=', id) as ClassOfContent
  }
}

export const forEachField = <Value>(create: (field: ResourceField) => Value) =>
  Object.fromEntries(resourceFields.map(field => [field, create(field)])) as Record<ResourceField, Value>

const selectClass = forEachField(field =>
  compileOnce((db, { id }: { id: number }) => selectClassOf(db, { field, id })),
)

export async function findContent(db: Db, { field, id }: Content): Promise<FoundContent | undefined> {
  const [row] = await selectClass[field](db, { id })
  return row && { courseId: row.course_id }
}

/** Throws 404 for content of another class (rule 33). */
export async function requireContentInClass(db: Db, courseId: number, content: Content): Promise<Content> {
  const existing = await findContent(db, content)
  if (existing?.courseId !== courseId) throw notFound()
  return content
}

export type Content = { field: ResourceField; id: number }

/** Throws 422 without a field, and 404 above `maxId`. */
export function parseContent(ids: { [Field in ResourceField]?: number | undefined }): Content {
  const field = resourceFields.find(name => ids[name] !== undefined)
  const id = field && ids[field]
  if (field === undefined || id === undefined) throw invalid({}, 'name exactly one resource')
  if (id > maxId) throw notFound()
  return { field, id }
}

/** Undefined for kinds that this release does not support. */
export function toContent(row: { resource_field: string; resource_id: number }): Content | undefined {
  const field = resourceFields.find(name => name === row.resource_field)
  return field && { field, id: row.resource_id }
}
