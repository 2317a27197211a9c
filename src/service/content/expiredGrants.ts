import { compileOnce } from '../db/compileOnce.ts'
import { isDiskFull, transact } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import { createChangeLog } from '../live/changes.ts'
import type { Live } from '../live/live.ts'
import { toContent } from '../policy/content.ts'

type ExpiryContext = { db: Db; clock: () => number; live: Live }

/** In ms. Access lasts at most this long after its end. */
const checkInterval = 1000
/** Per transaction, so that a transaction does not block other writes for long. */
const maxGrants = 200

/**
 * Returns a function that deletes the permissions whose time has ended. It runs before each request, and while event
 * streams are open. It checks at most once a second, and concurrent callers share the check. Every process may run it.
 */
export function createGrantExpiry({ db, clock, live }: ExpiryContext): () => Promise<void> {
  let checkedAt: number | undefined
  let pending: Promise<void> | undefined

  async function endExpired(now: number): Promise<void> {
    const expiresBy = new Date(now).toISOString()
    const [expired] = await selectExpired(db, { expiresBy })
    if (!expired) return
    while ((await deleteExpired(expiresBy, now)) === maxGrants);
  }

  /** Returns the number of deleted permissions. */
  async function deleteExpired(expiresBy: string, now: number): Promise<number> {
    const { count, changes } = await transact(db, async trx => {
      const { changes, accessChanged } = createChangeLog(trx, { now, write_id: undefined })
      const ids = trx
        .selectFrom('permissions')
        .select('id')
        .where('expires_at', '<=', expiresBy)
        .where('is_admin', '=', 0)
        .limit(maxGrants)
      const rows = await trx
        .deleteFrom('permissions')
        .where('id', 'in', ids)
        // Another transaction may have extended one since.
        .where('expires_at', '<=', expiresBy)
        .where('is_admin', '=', 0)
        .returning(['resource_field', 'resource_id', 'user_id'])
        .execute()
      for (const row of rows) {
        const content = toContent(row)
        if (content) await accessChanged(content, { user_id: row.user_id, course_id: null })
      }
      await live.notifyInTransaction(trx, changes)
      return { count: rows.length, changes }
    })
    live.publishCommitted(changes)
    return count
  }

  return () => {
    const now = clock()
    // A clock that was set back must not delay the check.
    const isRecent = checkedAt !== undefined && now >= checkedAt && now < checkedAt + checkInterval
    if (pending || isRecent) return pending ?? Promise.resolve()
    checkedAt = now
    pending = endExpired(now)
      .catch((error: unknown) => {
        // Reads must work while the disk is full (rule 56).
        if (!isDiskFull(error)) throw error
      })
      .finally(() => {
        pending = undefined
      })
    return pending
  }
}

const selectExpired = compileOnce((db, { expiresBy }: { expiresBy: string }) =>
  db.selectFrom('permissions').select('id').where('expires_at', '<=', expiresBy).limit(1),
)
