import { Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '../server/sqlite.ts'
import { NewerDatabase, runMigrations } from './migrations.ts'
import { tableParts } from './tableParts.ts'

type Schema = { facts: { name: string; value: string }; recipes: { name: string } }

const createFacts = async (db: Kysely<Schema>) => {
  await tableParts(db).table('facts', 'name text primary key, value text not null')
}
const createRecipes = async (db: Kysely<Schema>) => {
  await tableParts(db).table('recipes', 'name text not null')
}

function open() {
  const db = new Kysely<Schema>({ dialect: openSqlite(':memory:') })
  onTestFinished(() => db.destroy())
  const run = (...steps: ((db: Kysely<Schema>) => Promise<void>)[]) =>
    runMigrations(db, { schema: 'any', facts: 'facts', steps })
  const facts = () => db.selectFrom('facts').selectAll().execute()
  return { db, run, facts }
}

it('a migration after the baseline runs once', async () => {
  const { db, run, facts } = open()
  await run(createFacts)
  expect(await facts()).toEqual([{ name: 'schema_version', value: '1' }])
  await run(createFacts, createRecipes)
  await db.insertInto('recipes').values({ name: 'Soup' }).execute()
  await run(createFacts, createRecipes)
  expect(await facts()).toEqual([{ name: 'schema_version', value: '2' }])
  expect(await db.selectFrom('recipes').selectAll().execute()).toEqual([{ name: 'Soup' }])
})

it('does not change the database of a newer release', async () => {
  const { db, run, facts } = open()
  await run(createFacts, createRecipes)
  await expect(run(createFacts)).rejects.toThrow(NewerDatabase)
  await expect(run(createFacts)).rejects.toThrow('version 2, newer than this release understands (1)')
  expect(await facts()).toEqual([{ name: 'schema_version', value: '2' }])
  expect(await db.selectFrom('recipes').selectAll().execute()).toEqual([])
})

it('rolls back a failed step', async () => {
  const { db, run } = open()
  const fail = async (trx: Kysely<Schema>) => {
    await createFacts(trx)
    throw new Error('full')
  }
  await expect(run(fail)).rejects.toThrow('full')
  expect(await db.introspection.getTables()).toEqual([])
  await run(createFacts)
})

it('creates no tables in the database of another program', async () => {
  const { db, run } = open()
  await sql`create table recipes (name text)`.execute(db)
  await expect(run(createFacts)).rejects.toThrow('another program')
  expect((await db.introspection.getTables()).map(({ name }) => name)).toEqual(['recipes'])
})
