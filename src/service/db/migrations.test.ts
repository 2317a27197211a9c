import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { openSqlite } from '../../server/sqlite.ts'
import { migrate, NewerDatabase, schemaVersion } from './migrations.ts'
import type { Schema } from './schema.ts'

const open = () => new Kysely<Schema>({ dialect: openSqlite(':memory:') })

it('migrate creates the tables of an empty database only', async () => {
  const db = open()
  await migrate(db)
  const facts = await db.selectFrom('facts').selectAll().execute()
  expect(facts).toEqual([{ name: 'schema_version', value: String(schemaVersion) }])
  await migrate(db)
  expect(await db.selectFrom('facts').selectAll().execute()).toEqual(facts)
  await db.destroy()
})

const firstShared = 10

it('migrations only add, so that processes of the previous release can continue', async () => {
  const queries: string[] = []
  const db = new Kysely<Schema>({
    dialect: openSqlite(':memory:'),
    log: ({ query }) => void queries.push(query.sql.toLowerCase()),
  })
  await migrate(db, firstShared)
  queries.length = 0
  await migrate(db)
  await db.destroy()
  const changing = queries.filter(text => !/^(?:begin|commit|rollback|select|with|pragma)\b/.test(text))
  expect(changing.length).toBeGreaterThan(0)
  for (const text of changing) {
    // The previous release inserts without new columns.
    if (/add column .* not null/.test(text)) expect(text).toMatch(/ default /)
    expect(text).toMatch(
      /^(?:(?:create|drop) index|create table|create trigger|update "courses" set "timetable_version"|alter table "\w+" add column|(?:insert into|update) "facts")/,
    )
  }
})

it('migrate does not change the database of a newer release', async () => {
  const db = open()
  await migrate(db)
  await db
    .updateTable('facts')
    .set({ value: String(schemaVersion + 1) })
    .execute()
  await expect(migrate(db)).rejects.toThrow(NewerDatabase)
  await expect(migrate(db)).rejects.toThrow(`version ${schemaVersion + 1}, newer than this release`)
  expect(await db.selectFrom('facts').select('value').execute()).toEqual([
    { value: String(schemaVersion + 1) },
  ])
  await db.destroy()
})

it('migrate rolls back a failed step', async () => {
  const db = open()
  await sql`PRAGMA max_page_count = 12`.execute(db)
  await expect(migrate(db)).rejects.toThrow('full')
  expect(await db.introspection.getTables()).toEqual([])
  await sql`PRAGMA max_page_count = 1000`.execute(db)
  await migrate(db)
  await db.destroy()
})

it('migrate creates no tables in the database of another program', async () => {
  const db = open()
  await db.schema.createTable('recipes').addColumn('name', 'text').execute()
  await expect(migrate(db)).rejects.toThrow('another program')
  const tables = await db.introspection.getTables()
  expect(tables.map(table => table.name)).toEqual(['recipes'])
  await db.destroy()
})

it('IDs are not reused, and deleting a class deletes its dependent rows', async () => {
  const db = open()
  await migrate(db)
  const course = {
    name: '8b',
    school_id: 1,
    created_at: '',
    timetable_week: null,
    is_teacher_mode: 1,
  } as const
  const insert = () => db.insertInto('courses').values(course).returning('id').executeTakeFirstOrThrow()
  const first = await insert()
  const change = { date: '2026-11-18', body: '{}' }
  await db
    .insertInto('representations')
    .values({ ...change, course_id: first.id })
    .execute()
  await db.deleteFrom('courses').execute()
  expect(await db.selectFrom('representations').selectAll().execute()).toEqual([])
  expect((await insert()).id).toBe(first.id + 1)
  await expect(
    db
      .insertInto('representations')
      .values({ ...change, course_id: 99 })
      .execute(),
  ).rejects.toThrow('FOREIGN KEY')
  await db.destroy()
})

it('migrate removes the fault tables of version 8 and keeps the classes', async () => {
  const db = open()
  await migrate(db, 8)
  const tables = async () => (await db.introspection.getTables()).map(({ name }) => name)
  const faulty = ['faults', 'homework_faults', 'chat_faults', 'file_faults']
  expect(await tables()).toEqual(expect.arrayContaining(faulty))
  await sql`INSERT INTO courses (id, name, school_id, created_at, is_teacher_mode) VALUES (9001, 'Fault', 1, '', 1)`.execute(
    db,
  )
  await sql`INSERT INTO faults (course_id, kind, value) VALUES (9001, 'status', '500')`.execute(db)
  await migrate(db)
  expect((await tables()).filter(name => name.includes('fault'))).toEqual([])
  const columns = (await db.introspection.getTables()).flatMap(table => table.columns.map(({ name }) => name))
  expect(columns).not.toContain('raw_formatted')
  expect(await db.selectFrom('courses').select(['id', 'name']).execute()).toEqual([
    { id: 9001, name: 'Fault' },
  ])
  await db.destroy()
})
