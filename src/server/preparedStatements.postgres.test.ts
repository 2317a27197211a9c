import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { sharedDatabase } from '../testing/testPostgres.ts'
import { openPostgres } from './postgres.ts'

type Tables = { pupils: { id: number; name: string; age: number } }

async function openPupils(directUrl?: (url: string) => string) {
  const { url } = await sharedDatabase()
  const postgres = openPostgres({ url, directUrl: directUrl?.(url), connections: 1 })
  onTestFinished(() => postgres.close())
  const db: Kysely<Tables> = postgres.forSchema<Tables>('public')
  await sql`drop table if exists public.pupils`.execute(db)
  await sql`create table public.pupils (id integer, name text)`.execute(db)
  await sql`insert into public.pupils values (1, 'Albrecht')`.execute(db)
  return db
}

const readOften = async (read: () => Promise<unknown>) => {
  for (let use = 0; use < 60; use += 1) await read()
}

async function preparedTexts(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

const selectName = (db: Kysely<Tables>) => db.selectFrom('pupils').select('name').where('id', '=', 1)
const selectAll = (db: Kysely<Tables>) => db.selectFrom('pupils').selectAll().where('id', '=', 1)

it('prepares frequent statements, except those with `select *`', async () => {
  const db = await openPupils()
  await readOften(() => selectName(db).execute())
  await readOften(() => selectAll(db).execute())
  expect(await preparedTexts(db)).toEqual([selectName(db).compile().sql])
})

it('reads on after the migration of another process added a column', async () => {
  const db = await openPupils()
  await readOften(() => selectName(db).execute())
  await readOften(() => selectAll(db).execute())
  await sql`alter table public.pupils add column age integer`.execute(db)
  expect(await selectName(db).execute()).toEqual([{ name: 'Albrecht' }])
  expect(await selectAll(db).execute()).toEqual([{ id: 1, name: 'Albrecht', age: null }])
})

it('prepares no statement behind a pooler', async () => {
  const db = await openPupils(url => `${url}?application_name=direct`)
  await readOften(() => selectName(db).execute())
  expect(await preparedTexts(db)).toEqual([])
})
