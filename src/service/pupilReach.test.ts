import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Permission } from '../contract/permissions.ts'
import { insertClassGrant, joinClass, leaveClass } from '../testing/insertClassGrant.ts'
import { pupilReach, pupilsMessage } from '../testing/pupilReachTable.ts'
import { smallChats, smallHomework, smallSchool } from '../testing/sampleSchool.ts'
import { describeError } from '../testing/signInFlow.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { makeAdmin } from './content/grants.ts'

const { courses, people } = smallSchool

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

const at = () => new Date(school.clock()).toISOString()

/** In the order of the columns. */
const callers = [
  { who: 'a pupil who administers', login: 'sommer', isAdmin: true },
  { who: 'a teacher who administers', login: 'albrecht', isAdmin: true },
  { who: 'a teacher of the class', login: 'ruiz', isAdmin: false },
] as const

describe.each(Object.entries(pupilReach))('%s', (_name, { method, path, body, statuses }) => {
  const expectedStatuses = statuses.split(' ').map(Number)

  it.each(callers.map((caller, column) => ({ ...caller, status: expectedStatuses[column] })))(
    'answers $status to $who',
    async ({ login, isAdmin, status }) => {
      const contents = [
        { field: 'todo_id', id: smallHomework.maths },
        { field: 'chat_id', id: smallChats.talk },
      ] as const
      if (isAdmin) for (const content of contents) await makeAdmin(school.db, content, people[login], at())
      await insertPupilsMessage()
      const token = await school.signIn(login)
      const response = await school.send(method, `/api/v2${path}`, { token, ...(body && { body }) })
      await response.text()
      expect(response.status).toBe(status)
    },
  )
})

const insertPupilsMessage = (user_id: number = people.sommer) =>
  school.db
    .insertInto('messages')
    .values({ id: pupilsMessage, chat_id: smallChats.talk, user_id, text: 'Hi.', sent_at: at(), version: 9 })
    .execute()

describe('Write access to a homework', () => {
  const todo_id = smallHomework.maths

  it('is not given by a change of the Read access of a class with pupils', async () => {
    const id = await insertClassGrant(school, 'todo_id', todo_id, { course_id: courses['8b'], is_write: 0 })
    const token = await school.signIn('albrecht')
    const change = () => school.send('PUT', `/api/v2/permissions/${id}`, { token, body: { is_write: true } })
    const refused = await change()
    expect(refused.status).toBe(422)
    expect((await refused.json()).error.fields).toEqual({
      is_write: 'With Write access, every pupil of the class would read all submissions. Give Read access.',
    })
    await leaveClass(school, people.sommer, courses['8b'])
    expect((await change()).status).toBe(200)
  })
})

describe('a chat', () => {
  const chat_id = smallChats.talk
  const content = { field: 'chat_id', id: chat_id } as const
  const call = async (login: string, method: string, path: string, body?: object) => {
    const token = await school.signIn(login)
    return school.send(method, `/api/v2${path}`, { token, ...(body && { body }) })
  }
  const readNames = async (login: string) =>
    z
      .array(Permission)
      .parse(await (await call(login, 'GET', `/permissions?chat_id=${chat_id}`)).json())
      .map(({ target }) => target.name)
  const giveToClass = () =>
    insertClassGrant(school, 'chat_id', chat_id, { course_id: courses['8b'], is_write: 1 })
  const deleteAdmin = (user_id: number) =>
    school.db
      .deleteFrom('permissions')
      .where('resource_field', '=', 'chat_id')
      .where('resource_id', '=', chat_id)
      .where('user_id', '=', user_id)
      .execute()

  it('that only pupils administer can be left by each member of a class in it', async () => {
    const grant = await giveToClass()
    await joinClass(school, people.weber, courses['8b'])
    await makeAdmin(school.db, content, people.sommer, at())
    await deleteAdmin(people.ruiz)
    const leave = () => call('weber', 'DELETE', `/permissions/${grant}`)
    expect(await describeError(await leave())).toBe('403 forbidden')
    await deleteAdmin(people.albrecht)
    expect((await leave()).status).toBe(200)
    expect((await call('weber', 'GET', `/chats/${chat_id}`)).status).toBe(404)
    // The others remain, with the access that the class had.
    expect(await readNames('sommer')).toEqual(['Sommer', 'Albrecht', 'Ruiz'])
    const chat = await (await call('ruiz', 'GET', `/chats/${chat_id}`)).json()
    expect([chat.can_write, chat.is_admin]).toEqual([true, false])
    expect((await (await call('sommer', 'GET', `/chats/${chat_id}`)).json()).is_admin).toBe(true)
  })

  it('loses a class when a teacher of the class removes it', async () => {
    const grant = await giveToClass()
    await joinClass(school, people.kern, courses['8b'])
    expect(await describeError(await call('sommer', 'DELETE', `/permissions/${grant}`))).toBe('403 forbidden')
    expect((await call('kern', 'DELETE', `/permissions/${grant}`)).status).toBe(200)
    expect((await call('kern', 'GET', `/chats/${chat_id}`)).status).toBe(404)
    expect(await readNames('albrecht')).toEqual(['Albrecht', 'Ruiz', 'Sommer'])
  })

  it('offers to teachers the deletion of messages of their pupils, except between two people', async () => {
    await insertPupilsMessage()
    const canDelete = async (login: string) => {
      const list = await (await call(login, 'GET', `/chats/${chat_id}/messages`)).json()
      return list.find(({ id }: { id: number }) => id === pupilsMessage).can_delete
    }
    expect([await canDelete('ruiz'), await canDelete('sommer')]).toEqual([true, true])
    await leaveClass(school, people.ruiz, courses['8b'])
    expect(await canDelete('ruiz')).toBe(false)
    await joinClass(school, people.ruiz, courses['8b'])
    await school.db.updateTable('chats').set({ is_direct: 1 }).where('id', '=', chat_id).execute()
    expect(await canDelete('ruiz')).toBe(false)
    const path = `/chats/${chat_id}/messages/${pupilsMessage}`
    expect(await describeError(await call('ruiz', 'DELETE', path))).toBe('403 forbidden')
  })

  it('is created by a pupil at most 20 times a day, also if they delete some', async () => {
    const create = async (login: string) => {
      const response = await call(login, 'POST', '/chats', { name: 'Trip' })
      return response.status === 200 ? 200 : describeError(response)
    }
    for (let count = 0; count < 20; count += 1) expect(await create('sommer')).toBe(200)
    await school.db.deleteFrom('permissions').where('user_id', '=', people.sommer).execute()
    expect(await create('sommer')).toBe('403 forbidden')
    expect(await create('weber')).toBe(200)
    for (let count = 0; count < 25; count += 1) expect(await create('albrecht')).toBe(200)
    school.advance(24 * 3_600_000)
    expect(await create('sommer')).toBe(200)
  })

  it.each([
    ['albrecht', true],
    ['sommer', false],
  ])('%s is told by the class whether they may add it: %s', async (login, isTarget) => {
    const course = await (await call(login, 'GET', `/courses/${courses['8b']}`)).json()
    expect(course.accepts_permissions).toBe(isTarget)
  })
})
