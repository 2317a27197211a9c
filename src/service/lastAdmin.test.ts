import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallSchool } from './smallSchool.ts'
import { type TestService, testService } from './testService.ts'

const { people } = smallSchool

let school: TestService
let token: string
beforeEach(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterEach(() => school.close())

const at = (id: number) => `/api/v2/permissions/${id}`
const change = (id: number, body: unknown, by = token) => school.send('PUT', at(id), { token: by, body })
const remove = (id: number, by = token) => school.send('DELETE', at(id), { token: by })

describe('two administrators at once (cases 37)', () => {
  it('leave one administrator when they remove each other', async () => {
    const weber = await school.signIn('weber')
    for (let round = 0; round < 200; round += 1) {
      const lesson_id = await twoAdmins()
      const [own, other] = await grantsOn(lesson_id)
      const answers = await Promise.all([remove(other?.id ?? 0), remove(own?.id ?? 0, weber)])
      // Who comes second is no administrator any more: a member of the class hears so, the other sees nothing.
      const statuses = answers.map(answer => answer.status)
      expect(statuses).toContain(200)
      expect(statuses[0] === 200 ? statuses[1] : statuses[0]).toBe(statuses[0] === 200 ? 404 : 403)
      expect(await grantsOn(lesson_id)).toMatchObject([{ is_admin: 1 }])
    }
  })

  it('leave no subject without an administrator, whatever they do', async () => {
    const weber = await school.signIn('weber')
    const acts = [
      (id: number, by: string) => remove(id, by),
      (id: number, by: string) => change(id, { is_admin: false }, by),
    ]
    for (const first of acts) {
      for (const second of acts) {
        for (const crossed of [true, false]) {
          const lesson_id = await twoAdmins()
          const [own, other] = await grantsOn(lesson_id)
          const targets = crossed ? [other, own] : [own, other]
          await Promise.all([first(targets[0]?.id ?? 0, token), second(targets[1]?.id ?? 0, weber)])
          const left = await grantsOn(lesson_id)
          const lesson = await school.db
            .selectFrom('lessons')
            .select('id')
            .where('id', '=', lesson_id)
            .execute()
          expect(left.some(grant => grant.is_admin === 1)).toBe(lesson.length === 1)
          if (lesson.length === 0) expect(left).toEqual([])
        }
      }
    }
  })
})

const grantsOn = (lesson_id: number) =>
  school.db
    .selectFrom('permissions')
    .select(['id', 'is_admin'])
    .where('resource_field', '=', 'lesson_id')
    .where('resource_id', '=', lesson_id)
    .orderBy('id')
    .execute()

/** A new subject of 8b that albrecht, who is in the class, and weber, who is not, administer. */
async function twoAdmins(): Promise<number> {
  const looks = { name: 'x', short: 'x', room: '', teacher: '', note: '', color: null, rooms: '{}' }
  const { id } = await school.db
    .insertInto('lessons')
    .values({ course_id: 1, ...looks, is_gradable: 1, is_timetable_only: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const given = { given_by_user_id: null, given_at: new Date(school.clock()).toISOString() }
  const grant = { resource_field: 'lesson_id', resource_id: id, is_write: 1, is_admin: 1, ...given } as const
  for (const user_id of [people.albrecht, people.weber]) {
    await school.db
      .insertInto('permissions')
      .values({ ...grant, user_id })
      .execute()
  }
  return id
}
