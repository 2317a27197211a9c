import { Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadSqlite } from './openBrowserSchool.ts'
import { openWasmDatabase } from './wasmDatabase.ts'

type Notes = { notes: { id: number; text: string | null; bytes: Uint8Array | null } }

let sqlite3: Awaited<ReturnType<typeof loadSqlite>>
beforeAll(async () => {
  sqlite3 = await loadSqlite()
})

function open(image?: Uint8Array) {
  const database = openWasmDatabase(sqlite3, image)
  return { ...database, db: new Kysely<Notes>({ dialect: database.dialect }) }
}

async function openNotes() {
  const opened = open()
  await sql`create table notes (id integer primary key, text text, bytes blob)`.execute(opened.db)
  return opened
}

describe('a WebAssembly database', () => {
  it('runs the statements of Kysely', async () => {
    const { db } = await openNotes()
    const bytes = new Uint8Array([0, 255, 7])
    const inserted = await db
      .insertInto('notes')
      .values({ id: 3, text: 'Grüße ✓', bytes })
      .returning('id')
      .execute()
    expect(inserted).toEqual([{ id: 3 }])
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ id: 3, text: 'Grüße ✓', bytes }])
    const changed = await db.updateTable('notes').set({ text: null }).where('id', '=', 3).executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(1n)
    const deleted = await db.deleteFrom('notes').where('id', '=', 4).executeTakeFirst()
    expect(deleted.numDeletedRows).toBe(0n)
  })

  it('rolls back a failed transaction', async () => {
    const { db } = await openNotes()
    const failing = db.transaction().execute(async trx => {
      await trx.insertInto('notes').values({ id: 1, text: 'a', bytes: null }).execute()
      await trx.insertInto('notes').values({ id: 1, text: 'b', bytes: null }).execute()
    })
    await expect(failing).rejects.toThrow('UNIQUE')
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
  })

  it('runs more different statements than its cache holds', async () => {
    const { db } = await openNotes()
    for (let round = 0; round < 2; round += 1) {
      for (let count = 1; count <= 250; count += 1) {
        const { rows } = await sql<{
          sum: number
        }>`select ${sql.raw(String(count))} + ${round} as sum`.execute(db)
        expect(rows).toEqual([{ sum: count + round }])
      }
    }
  })

  it('rejects values that a database can’t store', async () => {
    const { db } = await openNotes()
    await expect(sql`select ${{ a: 1 }}`.execute(db)).rejects.toThrow('cannot store')
  })

  it('counts changed rows, and no rows for reads', async () => {
    const { db, changes } = await openNotes()
    const before = changes()
    await db.selectFrom('notes').selectAll().execute()
    expect(changes()).toBe(before)
    await db.insertInto('notes').values({ id: 1, text: 'a', bytes: null }).execute()
    expect(changes()).toBeGreaterThan(before)
  })
})

describe('its image', () => {
  it('opens as the same database, and can grow', async () => {
    const first = await openNotes()
    await first.db.insertInto('notes').values({ id: 1, text: 'kept', bytes: null }).execute()
    const { db } = open(first.image())
    const long = 'x'.repeat(200_000)
    await db.insertInto('notes').values({ id: 2, text: long, bytes: null }).execute()
    const texts = await db.selectFrom('notes').select('text').orderBy('id').execute()
    expect(texts).toEqual([{ text: 'kept' }, { text: long }])
    expect(await first.db.selectFrom('notes').select('id').execute()).toEqual([{ id: 1 }])
  })

  it.each([
    ['empty', () => new Uint8Array(0)],
    ['not a database', () => new TextEncoder().encode('<!doctype html>'.repeat(300))],
    ['truncated', (whole: Uint8Array) => whole.slice(0, whole.length / 2)],
    ['damaged', (whole: Uint8Array) => whole.fill(0xab, 4096, 8192)],
  ])('is rejected if it is %s', async (_name, damage) => {
    const { db, image } = await openNotes()
    const values = Array.from({ length: 500 }, (_, id) => ({ id, text: `note ${id}`, bytes: null }))
    await db.insertInto('notes').values(values).execute()
    expect(() => open(damage(image()))).toThrow()
  })
})
