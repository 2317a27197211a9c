import type { Db } from '../schema.ts'
import { tableParts } from './tableParts.ts'

/** Few permissions have an end, so the index contains only those. */
export async function permissionExpiry(db: Db): Promise<void> {
  const { column, run } = tableParts(db)
  await column('permissions', 'expires_at text')
  await run(
    'create index "permissions_by_expires_at" on "permissions" ("expires_at") where "expires_at" is not null',
  )
}
