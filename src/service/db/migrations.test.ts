import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { openSqlite } from '../../server/sqlite.ts'
import { migrate } from './migrations.ts'
import type { Schema } from './schema.ts'

it('IDs are not reused, and deleting a class deletes its dependent rows', async () => {
  const db = new Kysely<Schema>({ dialect: openSqlite(':memory:') })
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
