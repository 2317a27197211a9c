import { sql } from 'kysely'
import { isPostgres } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'

export type FixedWindow = {
  /** `remaining` is 0 at the last allowed count. `resetsAt` is in Unix ms. */
  add(key: string): Promise<{ allowed: boolean; remaining: number; resetsAt: number }>
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

  return {
    async add(key) {
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
    },
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

  return {
    async add(key) {
      const now = clock()
      const resets_at = now + windowMs
      counts += 1
      if (counts % countsPerCleanup === 0) await deleteClosedWindows(now)
      const isOver = sql`(counts.resets_at <= ${now} or counts.resets_at > ${resets_at + maxClockSkewMs})`
      const row = await db
        .insertInto('counts')
        .values({ key: keyOf(key), count: 1, resets_at })
        .onConflict(conflict =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else least(counts.count + 1, ${limit + 1}) end`,
            resets_at: sql<number>`case when ${isOver} then excluded.resets_at else counts.resets_at end`,
          }),
        )
        .returning(['count', 'resets_at as resetsAt'])
        .executeTakeFirstOrThrow()
      return resultOf(row, limit)
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

const resultOf = ({ count, resetsAt }: { count: number; resetsAt: number }, limit: number) => ({
  allowed: count <= limit,
  remaining: Math.max(0, limit - count),
  resetsAt,
})
