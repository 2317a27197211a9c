import { describe, expect, it, onTestFinished } from 'vitest'
import { onPostgres } from '../../testing/testPostgres.ts'
import { testService } from '../../testing/testService.ts'
import { createDatabaseWindow, createMemoryWindow } from './fixedWindow.ts'

// Counts in the database in the project `postgres`, otherwise in memory.
async function windowAt(limit: number) {
  let now = 1_000_000
  const options = { limit, windowMs: 60_000, clock: () => now }
  const { db, close } = await testService()
  onTestFinished(close)
  const open = () => (onPostgres ? createDatabaseWindow(db, 'a test', options) : createMemoryWindow(options))
  return {
    db,
    open,
    window: open(),
    set: (value: number) => {
      now = value
    },
    advance: (ms: number) => {
      now += ms
    },
  }
}

describe('a fixed window', () => {
  it('allows up to the limit, then refuses until it ends', async () => {
    const { window, advance } = await windowAt(2)
    expect(await window.add('a')).toEqual({ allowed: true, remaining: 1, resetsAt: 1_060_000 })
    advance(59_000)
    expect(await window.add('a')).toEqual({ allowed: true, remaining: 0, resetsAt: 1_060_000 })
    expect(await window.add('a')).toEqual({ allowed: false, remaining: 0, resetsAt: 1_060_000 })
    expect((await window.add('b')).allowed).toBe(true)
    advance(1000)
    expect(await window.add('a')).toEqual({ allowed: true, remaining: 1, resetsAt: 1_120_000 })
  })

  it('undoes one count, and forgets all counts of a key', async () => {
    const { window } = await windowAt(1)
    await window.add('a')
    await window.undo('a')
    expect((await window.add('a')).allowed).toBe(true)
    expect((await window.add('a')).allowed).toBe(false)
    await window.forget('a')
    expect((await window.add('a')).allowed).toBe(true)
    await window.undo('never seen')
  })

  it('isFull returns whether a key has reached the limit, without counting', async () => {
    const { window, advance } = await windowAt(2)
    expect(await window.isFull('a')).toBe(false)
    await window.add('a')
    expect(await window.isFull('a')).toBe(false)
    await window.add('a')
    expect(await window.isFull('a')).toBe(true)
    advance(60_000)
    expect(await window.isFull('a')).toBe(false)
  })

  it('starts a new window if the clock is set back', async () => {
    const { window, set } = await windowAt(1)
    await window.add('a')
    await window.add('a')
    set(1000)
    expect(await window.add('a')).toEqual({ allowed: true, remaining: 0, resetsAt: 61_000 })
  })

  it('allows exactly the limit for concurrent calls', async () => {
    const { window, open } = await windowAt(300)
    const both = onPostgres ? [window, open()] : [window]
    const results = await Promise.all(
      Array.from({ length: 700 }, (_, index) => both[index % both.length]?.add('one school')),
    )
    expect(results.filter(result => result?.allowed)).toHaveLength(300)
  })

  if (onPostgres)
    it('deletes ended windows', async () => {
      const { window, db, advance } = await windowAt(1)
      for (let index = 0; index < 500; index += 1) await window.add(`one ${index}`)
      advance(60_000)
      for (let index = 0; index < 500; index += 1) await window.add('another')
      const remaining = await db.selectFrom('counts').select('key').where('key', 'like', 'a test %').execute()
      expect(remaining).toEqual([{ key: 'a test another' }])
    })
})

describe('createMemoryWindow', () => {
  it('stores a limited number of keys, and drops the oldest', async () => {
    const window = createMemoryWindow({ limit: 1, windowMs: 60_000, clock: () => 1, keys: 3 })
    for (const key of ['a', 'b', 'c', 'd']) await window.add(key)
    expect((await window.add('d')).allowed).toBe(false)
    expect((await window.add('c')).allowed).toBe(false)
    expect((await window.add('a')).allowed).toBe(true)
  })
})

it.runIf(onPostgres)(
  'reads a valid token with the count, and counts requests with an invalid one',
  async () => {
    const { db, window, set } = await windowAt(2)
    set(Date.now())
    const hash = 'hash of a token'
    const values = { hash, kind: 'access', user_id: 1, scopes: 'chats', created_at: 'now' } as const
    const add = (readHash: string) => window.addWithToken('a', async () => readHash)
    const { id } = await db.insertInto('tokens').values(values).returning('id').executeTakeFirstOrThrow()

    const token = { id, user_id: 1, scopes: 'chats', expires_at: null }
    expect(await add(hash)).toMatchObject({ allowed: true, remaining: 1, token })
    expect(await add('another hash')).toMatchObject({ allowed: true, remaining: 0, token: null })
    await db.updateTable('tokens').set({ revoked_at: 'now' }).where('id', '=', id).execute()
    expect(await add(hash)).toMatchObject({ allowed: false, remaining: 0, token: null })
    await db.updateTable('tokens').set({ revoked_at: null, kind: 'refresh' }).where('id', '=', id).execute()
    expect(await add(hash)).toMatchObject({ allowed: false, token: null })
  },
)
