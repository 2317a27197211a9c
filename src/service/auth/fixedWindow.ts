import { sql } from 'kysely'
import { isPostgres } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'

/** Counts by key in windows of fixed length. The first count of a key opens its window. */
export type FixedWindow = {
  /** Adds a count. `remaining` is 0 at the last one that is allowed. `resetsAt` in Unix ms. */
  add(key: string): Promise<{ allowed: boolean; remaining: number; resetsAt: number }>
  /** Whether a key has reached its limit. */
  isFull(key: string): Promise<boolean>
  /** Takes back one count. */
  undo(key: string): Promise<void>
  /** Resets the count of a key. */
  forget(key: string): Promise<void>
}

type Options = {
  limit: number
  windowMs: number
  /** Unix ms. */
  clock: () => number
}

/**
 * Returns a function that creates counters by name. With SQLite they are in memory, because there is a single process.
 * With PostgreSQL they are in the database, shared by all processes.
 */
export function createWindows(db: Db, clock: () => number) {
  return (name: string, options: { limit: number; windowMs: number }): FixedWindow =>
    isPostgres(db)
      ? createDatabaseWindow(db, name, { ...options, clock })
      : createMemoryWindow({ ...options, clock })
}

/**
 * Creates a counter in memory. `keys` is the maximum number of windows. Beyond it, closed windows are deleted first,
 * then the oldest ones.
 */
export function createMemoryWindow(options: Options & { keys?: number }): FixedWindow {
  const { limit, windowMs, clock, keys = 50_000 } = options
  // Ordered by opening time, so that the first entry is the oldest.
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
      // A clock that was set back must not lock out a user for longer than one window.
      if (!window || window.resetsAt <= now || window.resetsAt > now + windowMs) {
        windows.delete(key)
        deleteClosedWindows(now)
        window = { count: 0, resetsAt: now + windowMs }
        windows.set(key, window)
      }
      // Stop counting one past the limit: the exact number does not matter and must not grow forever.
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

/**
 * Maximum difference between the clocks of two machines in ms. A window of another machine may end later by this time.
 */
const maxClockSkewMs = 60_000
/** Each process deletes closed windows once per this number of counts, at most `maxDeletedWindows` at a time. */
const countsPerCleanup = 1000
const maxDeletedWindows = 5000

/** Creates a counter in an unlogged table. After a crash of PostgreSQL the table is empty and counting starts again. */
export function createDatabaseWindow(db: Db, name: string, options: Options): FixedWindow {
  const { limit, windowMs, clock } = options
  const keyOf = (key: string) => `${name} ${key}`
  let counts = 0

  async function deleteClosedWindows(now: number) {
    // Skip rows that another process is deleting.
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
      // A clock that was set back must not lock out a user for longer than one window.
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
        .set(before => ({ count: before('count', '-', 1) }))
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
