import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertClassGrant, joinClass, leaveClass } from '../../testing/insertClassGrant.ts'
import { type Listener, listenTo } from '../../testing/listenTo.ts'
import { smallChats, smallFiles, smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { toPermissionId } from '../db/classPermissionIds.ts'

// ../invalidates.test.ts checks who receives the events of permissions for a class.

const { courses, people } = smallSchool
const { talk } = smallChats

let school: TestService
let weber: Listener
beforeEach(async () => {
  school = await testService()
  weber = await listenTo(school.send, await school.signIn('weber'))
})
afterEach(async () => {
  await weber.close()
  await school.close()
})

const write = async (login: string, method: string, path: string, body?: unknown) => {
  const token = await school.signIn(login)
  const response = await school.send(method, `/api/v2${path}`, { token, ...(body !== undefined && { body }) })
  expect(response.status).toBe(200)
}
const sendMessage = () => write('albrecht', 'POST', `/chats/${talk}/messages`, { text: 'Hello.' })
const giveToOwn = (resource_ids: object) =>
  write('kern', 'POST', '/permissions', { resource_ids, target_ids: { course_id: courses['10a'] } })
const kinds = () => weber.received.map(({ kind }) => kind)
/** Events are in order, so those of the write before this one have arrived. */
const expectNoEvent = async () => {
  await write('kern', 'POST', `/courses/${courses['10a']}/homeworks`, {
    ...{ lesson_id: smallSchool.lessons.english, text: 'p. 3', until_datetime: '2026-11-20' },
  })
  await expect.poll(kinds).toContain('homework')
  expect(kinds()).toEqual(['homework'])
}

describe('members of a class with access', () => {
  it('receive the events of a chat', async () => {
    await insertClassGrant(school, 'chat_id', talk, { course_id: courses['10a'], is_write: 0 })
    await sendMessage()
    await expect.poll(kinds).toEqual(['message', 'chat'])
  })

  it('receive them after joining, but not after leaving', async () => {
    await insertClassGrant(school, 'chat_id', talk, { course_id: courses['8b'], is_write: 0 })
    await joinClass(school, people.weber, courses['8b'])
    await sendMessage()
    await expect.poll(kinds).toEqual(['message', 'chat'])
    weber.received.length = 0
    await leaveClass(school, people.weber, courses['8b'])
    await sendMessage()
    await expectNoEvent()
  })

  it('receive the events of files in a folder, of homework and, if they may write, of submissions', async () => {
    await insertClassGrant(school, 'file_id', smallFiles.folder, { course_id: courses['10a'], is_write: 0 })
    await write('albrecht', 'DELETE', `/course/${courses['8b']}/files/${smallFiles.sheet}`)
    await expect.poll(kinds).toContain('file')
    const grant = { course_id: courses['10a'], is_write: 0 } as const
    await insertClassGrant(school, 'todo_id', smallHomework.maths, grant)
    const handIn = () =>
      write('sommer', 'POST', `/todos/${smallHomework.maths}/submissions`, { comment: 'Done.' })
    weber.received.length = 0
    await handIn()
    await expectNoEvent()
    weber.received.length = 0
    await school.db.updateTable('class_permissions').set({ is_write: 1 }).execute()
    await handIn()
    await expect.poll(kinds).toContain('submission')
  })

  it('are notified when the class gains and loses access, and when the content is deleted', async () => {
    await giveToOwn({ chat_id: smallChats.other })
    await expect.poll(kinds).toEqual(['permission', 'chat', 'message'])
    const { id } = await school.db.selectFrom('class_permissions').select('id').executeTakeFirstOrThrow()
    weber.received.length = 0
    await write('kern', 'DELETE', `/permissions/${toPermissionId(id)}`)
    await expect.poll(kinds).toEqual(['permission', 'chat', 'message'])
    weber.received.length = 0
    await giveToOwn({ chat_id: smallChats.other })
    await expect.poll(kinds).toEqual(['permission', 'chat', 'message'])
    weber.received.length = 0
    const own = await school.db
      .selectFrom('permissions')
      .select('id')
      .where('resource_field', '=', 'chat_id')
      .where('resource_id', '=', smallChats.other)
      .executeTakeFirstOrThrow()
    await write('kern', 'DELETE', `/permissions/${own.id}`)
    await expect.poll(kinds).toEqual(['permission', 'chat', 'message'])
  })
})
