import { type Expression, expressionBuilder } from 'kysely'
import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import type { Sha256 } from '../../lib/sha256.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db, Schema } from '../db/schema.ts'
import { computeETag } from '../http/etag.ts'
import { type Page, pageSize, pagesOf } from '../http/streamRows.ts'
import { selectClassOf } from '../policy/content.ts'
import { selectOwnClassGrants } from '../policy/grants.ts'
import type { SerializeContext } from './documents.ts'
import { type GrantRow, grantReader } from './permissions.ts'

type OwnContent = { userId: number; courseId: number; field: ResourceField; after: number }

/** Pages of the permissions that the caller may list: on content of the class, and on all of their chats. */
export async function* readClassGrants(
  db: Db,
  { userId }: Caller,
  courseId: number,
  serializeContext: SerializeContext,
): AsyncGenerator<Page<GrantRow>, void, undefined> {
  for (const field of resourceFields) {
    for (let after = 0; ; ) {
      const rows = await selectOwnContent(db, { userId, courseId, field, after }).execute()
      const ids = rows.map(({ resource_id }) => resource_id)
      const last = ids.at(-1)
      if (last === undefined) break
      yield* pagesOf(grantReader(db, { field, ids }, serializeContext))
      after = last
    }
  }
}

/** Both parts are in the order of their index, so that the database reads only the rows of the page. */
function selectOwnContent(db: Db, { userId, courseId, field, after }: OwnContent) {
  const direct = db
    .selectFrom('permissions')
    .select('permissions.resource_id')
    .where('permissions.user_id', '=', userId)
    .where('permissions.resource_field', '=', field)
    .where('permissions.resource_id', '>', after)
    .where(({ ref }) => isInClass(ref('permissions.resource_id')))
  const throughClass = selectOwnClassGrants(db, { field, userId })
    .clearSelect()
    .select('class_permissions.resource_id')
    .where('class_permissions.resource_id', '>', after)
    .where(({ ref }) => isInClass(ref('class_permissions.resource_id')))
  return direct.union(throughClass).orderBy('resource_id').limit(pageSize)

  /** Chats have no class. */
  function isInClass(id: Expression<number>) {
    const { eb, lit } = expressionBuilder<Schema>()
    return field === 'chat_id' ? lit(true) : eb(selectClassOf(db, { field, id }), '=', courseId)
  }
}

export async function computeGrantsETag(
  pages: AsyncIterable<Page<GrantRow>>,
  { origin, timeZone }: SerializeContext,
  sha256: Sha256,
): Promise<string> {
  const yieldIfDue = createYielder()
  let etag = await computeETag([origin, timeZone], sha256)
  for await (const { rows } of pages) {
    etag = await computeETag([etag, rows], sha256)
    await yieldIfDue()
  }
  return etag
}
