import { type Nullable, sql } from 'kysely'
import { isPostgres } from '../../http/dialect.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/schema.ts'
import { type StoredToken, selectTokens } from './storedToken.ts'

/** `remaining` is 0 at the last allowed count. `resetsAt` is in Unix ms. */
type WindowState = { allowed: boolean; remaining: number; resetsAt: number }

export type FixedWindow = {
  add(key: string): Promise<WindowState>
  /** Also reads the token if the counts are in the database, with the same query. Null if it is not valid. */
  addWithToken(
    key: string,
    readHash: () => Promise<string>,
  ): Promise<WindowState & { token?: StoredToken | null }>
  isFull(key: string): Promise<boolean>
  undo(key: string): Promise<void>
  forget(key: string): Promise<void>
}

type Options = {
  limit: number
  windowMs: number
  /** Unix ms. */
  clock: () => number
}

/** In memory with SQLite. In PostgreSQL, for all processes. */
export function createWindows(db: Db, clock: () => number) {
  return (name: string, options: { limit: number; windowMs: number }): FixedWindow =>
    isPostgres(db)
      ? createDatabaseWindow(db, name, { ...options, clock })
      : createMemoryWindow({ ...options, clock })
}

/** `keys` is the maximum number of windows. The oldest are deleted. */
export function createMemoryWindow(options: Options & { keys?: number }): FixedWindow {
  const { limit, windowMs, clock, keys = 50_000 } = options
  const windows = new Map<string, { count: number; resetsAt: number }>()

  function deleteClosedWindows(now: number) {
    for (const [key, window] of windows) {
      if (window.resetsAt > now && windows.size < keys) break
      windows.delete(key)
    }
  }

  async function add(key: string) {
    const now = clock()
    let window = windows.get(key)
    // A clock that was set back must not lock out users for longer than one window.
    if (!window || window.resetsAt <= now || window.resetsAt > now + windowMs) {
      windows.delete(key)
      deleteClosedWindows(now)
      window = { count: 0, resetsAt: now + windowMs }
      windows.set(key, window)
    }
    // One past the limit is enough.
    window.count = Math.min(window.count + 1, limit + 1)
    return resultOf(window, limit)
  }

  return {
    add,
    addWithToken: add,
    async isFull(key) {
      const window = windows.get(key)
      const now = clock()
      const isOpen = window !== undefined && window.resetsAt > now && window.resetsAt <= now + windowMs
      return isOpen && window.count >= limit
    },
    async undo(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
    async forget(key) {
      windows.delete(key)
    },
  }
}

/** Maximum clock difference of two processes. */
const maxClockSkewMs = 60_000
/** Per process. */
const countsPerCleanup = 1000
const maxDeletedWindows = 5000

/** A crash of PostgreSQL resets all counts of an unlogged table. */
export function createDatabaseWindow(db: Db, name: string, options: Options): FixedWindow {
  const { limit, windowMs, clock } = options
  const keyOf = (key: string) => `${name} ${key}`
  let counts = 0

  async function deleteClosedWindows(now: number) {
    const closedKeys = db
      .selectFrom('counts')
      .select('key')
      .where('resets_at', '<=', now)
      .limit(maxDeletedWindows)
      .forUpdate()
      .skipLocked()
    await db.deleteFrom('counts').where('key', 'in', closedKeys).execute()
  }

  async function startCount(key: string) {
    const now = clock()
    const resets_at = now + windowMs
    counts += 1
    if (counts % countsPerCleanup === 0) await deleteClosedWindows(now)
    return { key: keyOf(key), now, resets_at, latest: resets_at + maxClockSkewMs, max: limit + 1 }
  }

  return {
    async add(key) {
      const [row] = await countOnce(db, await startCount(key))
      return resultOf(row, limit)
    },
    async addWithToken(key, readHash) {
      const values = { ...(await startCount(key)), hash: await readHash() }
      const [row] = await countAndSelectToken(db, values)
      return { ...resultOf(row, limit), token: tokenOf(row) }
    },
    async isFull(key) {
      const now = clock()
      const row = await db
        .selectFrom('counts')
        .select('count')
        .where('key', '=', keyOf(key))
        .where('resets_at', '>', now)
        .where('resets_at', '<=', now + windowMs + maxClockSkewMs)
        .executeTakeFirst()
      return (row?.count ?? 0) >= limit
    },
    async undo(key) {
      await db
        .updateTable('counts')
        .set(expression => ({ count: expression('count', '-', 1) }))
        .where('key', '=', keyOf(key))
        .where('count', '>', 0)
        .execute()
    },
    async forget(key) {
      await db.deleteFrom('counts').where('key', '=', keyOf(key)).execute()
    },
  }
}

type CountValues = { key: string; now: number; resets_at: number; latest: number; max: number }

function countQuery(db: Pick<Db, 'insertInto'>, { key, now, resets_at, latest, max }: CountValues) {
  const isOver = sql`(counts.resets_at <= ${now} or counts.resets_at > ${latest})`
  return db
    .insertInto('counts')
    .values({ key, count: 1, resets_at })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else least(counts.count + 1, ${max}) end`,
        resets_at: sql<number>`case when ${isOver} then excluded.resets_at else counts.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at as resetsAt'])
}

const countOnce = compileOnce((db, values: CountValues) => countQuery(db, values))

const countAndSelectToken = compileOnce((db, { hash, ...values }: CountValues & { hash: string }) =>
  db
    .with('counted', counting => countQuery(counting, values))
    .with('token', () => selectTokens(db, hash))
    .selectFrom('counted')
    .leftJoin('token', join => join.onTrue())
    .select(['counted.count', 'counted.resetsAt'])
    .select(['token.id', 'token.user_id', 'token.scopes', 'token.expires_at']),
)

function tokenOf({ id, user_id, scopes, expires_at }: Nullable<StoredToken> = noToken): StoredToken | null {
  return id === null || user_id === null || scopes === null ? null : { id, user_id, scopes, expires_at }
}

const noToken = { id: null, user_id: null, scopes: null, expires_at: null }

function resultOf(row: { count: number; resetsAt: number } | undefined, limit: number): WindowState {
  if (!row) throw new Error('The database returned no count.')
  const { count, resetsAt } = row
  return { allowed: count <= limit, remaining: Math.max(0, limit - count), resetsAt }
}
