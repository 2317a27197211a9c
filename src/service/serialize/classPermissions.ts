import type { ExpressionBuilder } from 'kysely'
import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Caller } from '../auth/caller.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db, Schema } from '../db/schema.ts'
import { computeETag } from '../http/etag.ts'
import { pageSize } from '../http/streamRows.ts'
import type { SerializeContext } from './documents.ts'
import { type GrantRow, grantColumns, serializePermission } from './permissions.ts'

const sliceSize = 500

/** Requires `list grants`. Sorted by kind, content and user. */
export async function* readClassGrants(
  db: Db,
  { userId }: Caller,
  courseId: number,
): AsyncGenerator<readonly GrantRow[], void, undefined> {
  for (const field of resourceFields) {
    let after = 0
    for (;;) {
      const own = await selectOwnContent(db, { field, userId, after })
      const last = own.at(-1)
      if (!last) break
      const slice = { userId, courseId, upTo: last.resource_id }
      let start = { from: after + 1, afterUser: 0 }
      for (;;) {
        const rows = await selectPage[field](db, { ...slice, ...start })
        yield rows
        const end = rows.at(-1)
        if (!end || rows.length < pageSize) break
        start = { from: end.resource_id, afterUser: end.user_id }
      }
      if (own.length < sliceSize) break
      after = last.resource_id
    }
  }
}

/** Includes other classes. */
const selectOwnContent = compileOnce(
  (db, { field, userId, after }: { field: ResourceField; userId: number; after: number }) =>
    db
      .selectFrom('permissions')
      .select('resource_id')
      .where('user_id', '=', userId)
      .where('resource_field', '=', field)
      .where('resource_id', '>', after)
      .orderBy('resource_id')
      .limit(sliceSize),
)

/** Kinds of content that have a class. */
const tables = {
  lesson_id: 'lessons',
  todo_id: 'homeworks',
  announcement_id: 'news',
  file_id: 'files',
} as const

/** All chats, because they have no class. */
function belongsToClass(
  query: ExpressionBuilder<Schema & { own: Schema['permissions'] }, 'own'>,
  field: ResourceField,
  courseId: number,
) {
  if (field === 'chat_id') return query.lit(true)
  if (field === 'lesson_comment_id') {
    return query.exists(
      query
        .selectFrom('lesson_contents')
        .innerJoin('lessons', 'lessons.id', 'lesson_contents.lesson_id')
        .select('lessons.id')
        .whereRef('lesson_contents.id', '=', 'own.resource_id')
        .where('lessons.course_id', '=', courseId),
    )
  }
  return query.exists(
    query
      .selectFrom(tables[field])
      .select('course_id')
      .whereRef('id', '=', 'own.resource_id')
      .where('course_id', '=', courseId),
  )
}

type PageQuery = { userId: number; courseId: number; from: number; afterUser: number; upTo: number }

const createPageQuery = (field: ResourceField) =>
  compileOnce((db, { userId, courseId, from, afterUser, upTo }: PageQuery) =>
    db
      .selectFrom('permissions as own')
      .innerJoin('permissions', join =>
        join
          .onRef('permissions.resource_field', '=', 'own.resource_field')
          .onRef('permissions.resource_id', '=', 'own.resource_id'),
      )
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select(grantColumns)
      .where('own.user_id', '=', userId)
      .where('own.resource_field', '=', field)
      .where('own.resource_id', '>=', from)
      .where('own.resource_id', '<=', upTo)
      .where(query =>
        query.or([query('own.resource_id', '>', from), query('permissions.user_id', '>', afterUser)]),
      )
      .where(query => belongsToClass(query, field, courseId))
      .orderBy('own.resource_id')
      .orderBy('permissions.user_id')
      .limit(pageSize),
  )

const selectPage = Object.fromEntries(resourceFields.map(field => [field, createPageQuery(field)])) as Record<
  ResourceField,
  ReturnType<typeof createPageQuery>
>

export async function* serializeGrants(
  pages: AsyncIterable<readonly GrantRow[]>,
  serializeContext: SerializeContext,
): AsyncGenerator<Iterable<unknown>, void, undefined> {
  for await (const rows of pages) yield rows.values().map(row => serializePermission(row, serializeContext))
}

export async function computeGrantsETag(
  pages: AsyncIterable<readonly GrantRow[]>,
  { origin, timeZone }: SerializeContext,
): Promise<string> {
  const yieldIfDue = createYielder()
  let etag = await computeETag([origin, timeZone])
  for await (const rows of pages) {
    etag = await computeETag([etag, rows])
    await yieldIfDue()
  }
  return etag
}
