import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from './sqlite.ts'

type Tables = { notes: { id: number; text: string | null } }

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(path: string) {
  const db = new Kysely<Tables>({ dialect: openSqlite(path) })
  await db.schema
    .createTable('notes')
    .ifNotExists()
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('text', 'text')
    .execute()
  return db
}

describe('openSqlite', () => {
  it('reads, writes, streams, and returns the number of changed rows', async () => {
    const db = await open(':memory:')
    await db.insertInto('notes').values({ id: 1, text: 'one' }).execute()
    const returned = await db
      .insertInto('notes')
      .values({ id: 2, text: null })
      .returning('id')
      .executeTakeFirst()
    expect(returned).toEqual({ id: 2 })
    const changed = await db.updateTable('notes').set({ text: 'x' }).executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(2n)
    expect(await db.selectFrom('notes').selectAll().where('text', '=', 'x').execute()).toHaveLength(2)
    const streamed: number[] = []
    for await (const row of db.selectFrom('notes').select('id').stream()) streamed.push(row.id)
    expect(streamed).toEqual([1, 2])
    await db.destroy()
  })

  it('uses foreign keys, the write-ahead log and full sync', async () => {
    const db = await open(join(folder, 'a.db'))
    const pragma = async (name: string) =>
      Object.values((await sql.raw(`PRAGMA ${name}`).execute(db)).rows[0] ?? {})
    expect(await pragma('journal_mode')).toEqual(['wal'])
    expect(await pragma('synchronous')).toEqual([2])
    expect(await pragma('foreign_keys')).toEqual([1])
    expect(await pragma('busy_timeout')).toEqual([5000])
    await db.destroy()
  })

  it('runs one transaction at a time, and rolls back failed ones', async () => {
    const db = await open(':memory:')
    const count = async () => (await db.selectFrom('notes').select('id').execute()).length
    const failing = db.transaction().execute(async trx => {
      await trx.insertInto('notes').values({ id: 1, text: 'lost' }).execute()
      throw new Error('no')
    })
    const working = db
      .transaction()
      .execute(trx => trx.insertInto('notes').values({ id: 2, text: 'kept' }).execute())
    await expect(failing).rejects.toThrow('no')
    await working
    expect(await count()).toBe(1)
    await db.destroy()
  })

  it('works with more statements than it caches', async () => {
    const db = await open(':memory:')
    for (let index = 0; index < 500; index += 1) {
      const { rows } = await sql.raw<{ value: number }>(`select ${index} as value`).execute(db)
      expect(rows[0]?.value).toBe(index)
    }
    await db.destroy()
  })

  it('throws for an invalid file and a missing folder', async () => {
    const path = join(folder, 'letter.txt')
    await writeFile(
      path,
      'Dear colleagues, this is longer than a database header and is not one at all. '.repeat(50),
    )
    expect(() => openSqlite(path)).toThrow('file is not a database')
    expect(() => openSqlite(join(folder, 'nowhere', 'a.db'))).toThrow('unable to open database file')
  })

  it('keeps every acknowledged write after kill -9', async () => {
    const path = join(folder, 'a.db')
    await (await open(path)).destroy()
    // Prints a number after its insert.
    const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, path], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (output.split('\n').length > 200) break
    }
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const acknowledged = output.split('\n').slice(0, -1).map(Number)
    const db = await open(path)
    const storedIds = new Set((await db.selectFrom('notes').select('id').execute()).map(row => row.id))
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(acknowledged.filter(id => !storedIds.has(id))).toEqual([])
    await db.destroy()
  })
})

const writer = `
import { writeSync } from 'node:fs'
import { Kysely } from 'kysely'
import { openSqlite } from './sqlite.ts'
const db = new Kysely({ dialect: openSqlite(process.argv[1]) })
for (let id = 1; ; id += 1) {
  await db.insertInto('notes').values({ id, text: 'x'.repeat(500) }).execute()
  writeSync(1, id + '\\n')
}
`
