import { afterEach, beforeEach, expect, it } from 'vitest'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { compileOnce } from './compileOnce.ts'

const { people } = smallSchool

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

it('compileOnce compiles a query once and runs it with the current values', async () => {
  let built = 0
  const namesOf = compileOnce((db, { id, login }: { id: number; login: string | null }) => {
    built += 1
    return db
      .selectFrom('users')
      .select('name')
      .where(row => row.or([row('id', '=', id), row('login', '=', login)]))
      .where('is_teacher', 'in', [0, 1])
      .orderBy('id')
  })
  expect(await namesOf(school.db, { id: people.albrecht, login: null })).toEqual([{ name: 'Albrecht' }])
  expect(await namesOf(school.db, { id: people.sommer, login: 'albrecht' })).toHaveLength(2)
  expect(await namesOf(school.db, { id: 0, login: null })).toEqual([])
  expect(built).toBe(1)
})

it('compileOnce reads the writes of its transaction', async () => {
  const nameOf = compileOnce((db, { id }: { id: number }) =>
    db.selectFrom('users').select('name').where('id', '=', id),
  )
  const id = people.albrecht
  await nameOf(school.db, { id })
  await school.db.transaction().execute(async trx => {
    await trx.updateTable('users').set({ name: 'Brecht' }).where('id', '=', id).execute()
    expect(await nameOf(trx, { id })).toEqual([{ name: 'Brecht' }])
  })
})

it('compileOnce throws if a query is built from its values', async () => {
  const after = compileOnce((db, { id }: { id: number }) =>
    db
      .selectFrom('users')
      .select('name')
      .where('id', '=', id + 1),
  )
  await expect(after(school.db, { id: 1 })).rejects.toThrow('"id" is given when the query runs')
})
