import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { computeETag } from '../http/etag.ts'
import { pageSize } from '../http/streamRows.ts'
import {
  type Relation,
  selectClassPage,
  selectOwnContent,
  selectPeoplePage,
  sliceSize,
} from './classPermissionQueries.ts'
import type { SerializeContext } from './documents.ts'
import { type GrantRow, serializePermission, toClassGrant, toPersonGrant } from './permissions.ts'

/** Requires `list grants`. Sorted by kind. */
export async function* readClassGrants(
  db: Db,
  { userId }: Caller,
  courseId: number,
): AsyncGenerator<readonly GrantRow[], void, undefined> {
  for (const field of resourceFields) {
    const own = { field, userId, courseId }
    yield* readGrantsOf(db, own, 'direct')
    yield* readGrantsOf(db, own, 'throughClass')
  }
}

async function* readGrantsOf(
  db: Db,
  { field, userId, courseId }: { field: ResourceField; userId: number; courseId: number },
  relation: Relation,
): AsyncGenerator<readonly GrantRow[], void, undefined> {
  let after = 0
  for (;;) {
    const own = await selectOwnContent[relation](db, { field, userId, after })
    const last = own.at(-1)
    if (!last) return
    const slice = { userId, courseId, upTo: last.resource_id }
    yield* readPages(after + 1, async start => {
      const rows = await selectPeoplePage[relation][field](db, { ...slice, ...start })
      return rows.map(toPersonGrant)
    })
    yield* readPages(after + 1, async start => {
      const rows = await selectClassPage[relation][field](db, { ...slice, ...start })
      return rows.map(toClassGrant)
    })
    if (own.length < sliceSize) return
    after = last.resource_id
  }
}

/** Reads the first page from the content with the ID `from`. */
async function* readPages(
  from: number,
  readPage: (start: { from: number; afterTarget: number }) => Promise<GrantRow[]>,
): AsyncGenerator<readonly GrantRow[], void, undefined> {
  let start = { from, afterTarget: 0 }
  for (;;) {
    const rows = await readPage(start)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    start = { from: last.resource_id, afterTarget: last.user_id ?? last.course_id }
  }
}

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
