import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertClassGrant, joinClass } from '../../testing/insertClassGrant.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { courses, people } = smallSchool
const { talk, messages } = smallChats
/** Between Albrecht and Sommer. */
const direct = 90

let school: TestService
let albrecht: string
let sommer: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  sommer = await school.signIn('sommer')
  const now = new Date(school.clock()).toISOString()
  const chat = { id: direct, name: '', created_at: now, broadcast_only: 0, files_allowed: 1 } as const
  await school.db
    .insertInto('chats')
    .values({ ...chat, is_direct: 1 })
    .execute()
  for (const user_id of [people.albrecht, people.sommer]) {
    const grantFields = { resource_field: 'chat_id', resource_id: direct, user_id, given_by_user_id: null }
    await school.db
      .insertInto('permissions')
      .values({ ...grantFields, is_write: 1, is_admin: 0, given_at: now })
      .execute()
  }
})
afterEach(() => school.close())

const post = (path: string, token: string, body: object) =>
  school.send('POST', `/api/v2${path}`, { token, body })
const remove = (path: string) => school.send('DELETE', `/api/v2${path}`, { token: albrecht })
const talkPath = (rest: string) => `/chats/${talk}${rest}`
const give = (user_id: number, flags = {}) =>
  post('/permissions', albrecht, { resource_ids: { chat_id: talk }, target_ids: { user_id }, ...flags })
const giveToClass = (course_id: number) =>
  insertClassGrant(school, 'chat_id', talk, { course_id, is_write: 0 })
const grantOf = async (user_id: number) => {
  const row = await school.db
    .selectFrom('permissions')
    .select('id')
    .where('resource_field', '=', 'chat_id')
    .where('resource_id', '=', talk)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return `/permissions/${row.id}`
}
const rename = (id: number) => school.db.updateTable('users').set({ name: 'Another' }).where('id', '=', id)
const changeTalk = (values: object) => school.db.updateTable('chats').set(values).where('id', '=', talk)

/** Changes of data that Sommer sees. */
const changes: [name: string, of: number, change: () => Promise<unknown>][] = [
  ['a message', talk, () => post(talkPath('/messages'), albrecht, { text: 'New.' })],
  ['the first message of a chat', direct, () => post(`/chats/${direct}/messages`, albrecht, { text: 'Hi.' })],
  ['its last message being deleted', talk, () => remove(talkPath(`/messages/${messages.anonymousPoll}`))],
  ['another message being deleted', talk, () => remove(talkPath(`/messages/${messages.ruizs}`))],
  [
    'a vote',
    talk,
    () => post(talkPath(`/messages/${messages.poll}/poll/votes`), albrecht, { option_ids: [1] }),
  ],
  [
    'a reaction',
    talk,
    () => post(talkPath(`/messages/${messages.poll}/reactions`), albrecht, { emoji: '👍' }),
  ],
  ['the read position', talk, () => post(talkPath('/read'), sommer, { message_id: messages.poll })],
  ['a new member', talk, () => give(people.kern)],
  ['a removed member', talk, async () => remove(await grantOf(people.ruiz))],
  ['write access', talk, () => give(people.sommer, { is_write: true })],
  ['administrator rights', talk, () => give(people.sommer, { is_admin: true })],
  ['access of a class', talk, () => giveToClass(courses['10a'])],
  [
    'write access of the own class',
    talk,
    () => insertClassGrant(school, 'chat_id', talk, { course_id: courses['8b'], is_write: 1 }),
  ],
  [
    'members who join and leave a class',
    talk,
    async () => {
      await giveToClass(courses['10a'])
      const tag = await tagOf(`/api/v2/chats/${talk}`)
      await joinClass(school, people.pending, courses['10a'])
      expect(await tagOf(`/api/v2/chats/${talk}`)).not.toBe(tag)
    },
  ],
  ['a chat’s name', talk, () => changeTalk({ name: 'Another' }).execute()],
  ['broadcast_only', talk, () => changeTalk({ broadcast_only: 1 }).execute()],
  ['files_allowed', talk, () => changeTalk({ files_allowed: 0 }).execute()],
  ['the name of the last author', talk, () => rename(people.albrecht).execute()],
  ['the name of the other member', direct, () => rename(people.albrecht).execute()],
]

const fetchAsSommer = (path: string, headers = {}) => school.send('GET', path, { token: sommer, headers })
const tagOf = async (path: string) => (await fetchAsSommer(path)).headers.get('etag') ?? ''

describe('the ETags of the chats change with', () => {
  it.each(changes)('%s', async (_name, changedChat, change) => {
    const paths = ['/api/v2/chats', `/api/v2/chats/${changedChat}`]
    const before = await Promise.all(paths.map(async path => (await fetchAsSommer(path)).json()))
    const tags = await Promise.all(paths.map(tagOf))
    await change()
    for (const [index, path] of paths.entries()) {
      const again = await fetchAsSommer(path, { 'if-none-match': tags[index] })
      expect([path, again.status]).toEqual([path, 200])
      expect(await again.json()).not.toEqual(before[index])
      expect(again.headers.get('etag')).not.toBe(tags[index])
    }
  })

  it('a new or deleted chat', async () => {
    const etags = await tagOf('/api/v2/chats')
    await post('/chats', sommer, { name: 'Trip' })
    const more = await fetchAsSommer('/api/v2/chats', { 'if-none-match': etags })
    expect(more.status).toBe(200)
    const changed = await tagOf(`/api/v2/chats/${talk}`)
    await remove(await grantOf(people.sommer))
    const tag = more.headers.get('etag')
    expect((await fetchAsSommer('/api/v2/chats', { 'if-none-match': tag })).status).toBe(200)
    expect((await fetchAsSommer(`/api/v2/chats/${talk}`, { 'if-none-match': changed })).status).toBe(404)
  })

  it('the origin of the request', async () => {
    const headers = { 'if-none-match': await tagOf('/api/v2/chats'), authorization: `Bearer ${sommer}` }
    const other = await school.service.fetch(new Request('https://other.example/api/v2/chats', { headers }))
    expect(other.status).toBe(200)
  })
})

it('the ETag of the chats ignores changes that the caller can’t see', async () => {
  const etags = await tagOf('/api/v2/chats')
  await post(talkPath('/read'), albrecht, { message_id: messages.poll })
  await rename(people.ruiz).execute()
  await post(`/chats/${smallChats.other}/messages`, await school.signIn('kern'), { text: 'Elsewhere.' })
  expect((await fetchAsSommer('/api/v2/chats', { 'if-none-match': etags })).status).toBe(304)
})

it('the ETag of the chats is checked without reading messages', async () => {
  const etags = await tagOf('/api/v2/chats')
  // Only a query that reads messages would notice.
  await school.db.updateTable('messages').set({ text: '' }).execute()
  expect((await fetchAsSommer('/api/v2/chats', { 'if-none-match': etags })).status).toBe(304)
})
