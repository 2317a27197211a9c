import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chats, maxPreviewLength } from '../../contract/chats.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool
const { talk, broadcast, messages } = smallChats

let school: TestService
let albrecht: string
let sommer: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  sommer = await school.signIn('sommer')
})
afterEach(() => school.close())

const list = async (token: string) =>
  parseResponse(chats.list.response, await (await school.send('GET', '/api/v2/chats', { token })).json()).rows
const get = async (id: number, token: string) =>
  parseResponse(chats.get.response, await (await school.send('GET', `/api/v2/chats/${id}`, { token })).json())
const read = async (message_id: number, token: string, chat: number = talk) => {
  const response = await school.send('POST', `/api/v2/chats/${chat}/read`, { token, body: { message_id } })
  return parseResponse(chats.markRead.response, await response.json())
}
const sendMessage = (text: string, token: string, chat: number = talk) =>
  school.send('POST', `/api/v2/chats/${chat}/messages`, { token, body: { text } })
const grant = (chat_id: number, user_id: number, flags = {}) =>
  school.send('POST', '/api/v2/permissions', {
    token: albrecht,
    body: { resource_ids: { chat_id }, target_ids: { user_id }, ...flags },
  })

describe('a chat', () => {
  it('has the fields of api.md, with the caller’s own flags', async () => {
    expect(await get(talk, sommer)).toEqual({
      id: talk,
      name: 'Talk',
      created_at: '2026-11-18 08:20:00',
      last_message_at: '2026-11-18 09:24:00',
      broadcast_only: false,
      files_allowed: true,
      url: 'https://school.example/chats/1',
      is_admin: false,
      can_write: false,
      unread_messages: 4,
      is_direct: false,
      last_message: {
        id: messages.anonymousPoll,
        user: { id: people.albrecht, name: 'Albrecht' },
        text: 'What was hard?',
        sent_at: '2026-11-18 09:24:00',
        has_files: false,
        has_poll: true,
        single_option: null,
      },
      version: 4,
      can_send_later: true,
      member_count: 3,
      last_read_message_id: null,
    })
    expect(await get(talk, albrecht)).toMatchObject({ is_admin: true, can_write: true, unread_messages: 1 })
    expect(await get(broadcast, albrecht)).toMatchObject({
      can_write: true,
      last_message: null,
      last_message_at: '2026-11-18 08:20:00',
    })
    expect(await get(broadcast, sommer)).toMatchObject({ can_write: false, last_message: null })
  })

  it('is listed for its members only', async () => {
    expect((await list(sommer)).map(({ id }) => id)).toEqual([talk, broadcast])
    expect((await list(await school.signIn('kern'))).map(({ id }) => id)).toEqual([smallChats.other])
    expect(await list(await school.signIn('weber'))).toEqual([])
    expect((await list(albrecht))[0]).toEqual(await get(talk, albrecht))
  })

  it('shortens a long last message without splitting a character', async () => {
    const shown = 'x'.repeat(maxPreviewLength - 1)
    await sendMessage(`${shown}👍 and more`, albrecht)
    expect((await get(talk, albrecht)).last_message?.text).toBe(shown)
  })

  it('shows the previous message after its last one is deleted', async () => {
    const path = `/api/v2/chats/${talk}/messages/${messages.anonymousPoll}`
    expect((await school.send('DELETE', path, { token: albrecht })).status).toBe(200)
    expect(await get(talk, sommer)).toMatchObject({
      last_message: { id: messages.poll },
      unread_messages: 3,
      version: 5,
    })
  })
})

describe('a direct chat', () => {
  const open = async (direct_user_id: number, token: string) => {
    const body = { name: 'Albrecht, Weber', direct_user_id }
    const response = await school.send('POST', '/api/v2/chats', { token, body })
    if (!response.ok) return response.status
    return parseResponse(chats.create.response, await response.json())
  }

  it('is created once, and named after the other person', async () => {
    const chat = await open(people.weber, albrecht)
    expect(chat).toMatchObject({
      ...{ name: 'Weber', is_direct: true, direct_user_id: people.weber, member_count: 2 },
      ...{ is_admin: true, can_write: true, files_allowed: true },
    })
    const weber = await school.signIn('weber')
    expect(await list(weber)).toMatchObject([
      { name: 'Albrecht', direct_user_id: people.albrecht, is_admin: false, can_write: true },
    ])
    expect(await open(people.weber, albrecht)).toEqual(chat)
    expect(await open(people.albrecht, weber)).toMatchObject({ name: 'Albrecht', member_count: 2 })
    expect(await list(weber)).toHaveLength(1)
  })

  it('follows the rules for adding people', async () => {
    expect(await open(people.albrecht, albrecht)).toBe(422)
    expect(await open(9999, albrecht)).toBe(422)
    expect(await open(people.kern, sommer)).toBe(403)
    expect(await school.db.selectFrom('chats').select('id').where('is_direct', '=', 1).execute()).toEqual([])
  })
})

describe('a new chat', () => {
  it('is administered by its creator, and has the field file_allowed', async () => {
    const body = { name: ' Trip ', broadcast_only: true, files_allowed: false }
    const created: unknown = await (
      await school.send('POST', '/api/v2/chats', { token: albrecht, body })
    ).json()
    expect(created).toMatchObject({
      name: 'Trip',
      broadcast_only: true,
      file_allowed: false,
      is_admin: true,
      can_write: true,
      created_at: '2026-11-18 10:20:00',
      last_message_at: '2026-11-18 10:20:00',
      member_count: 1,
      version: 0,
    })
    expect(created).not.toHaveProperty('files_allowed')
    const { id } = parseResponse(chats.create.response, created)
    expect(await get(id, albrecht)).toEqual(parseResponse(chats.create.response, created))
    expect((await sendMessage('First.', albrecht, id)).status).toBe(200)
  })

  it.each([{}, { name: '  ' }, { name: 'x'.repeat(201) }])('needs a name: %j', async body => {
    const response = await school.send('POST', '/api/v2/chats', { token: sommer, body })
    expect(response.status).toBe(422)
  })
})

describe('unread messages', () => {
  it('are messages of others after the read position, which never moves back', async () => {
    expect(await read(messages.ruizs, sommer)).toMatchObject({
      unread_messages: 2,
      last_read_message_id: messages.ruizs,
    })
    expect(await read(messages.albrechts, sommer)).toMatchObject({ last_read_message_id: messages.ruizs })
    expect((await get(talk, albrecht)).last_read_message_id).toBeNull()
    expect(await read(messages.anonymousPoll, sommer)).toMatchObject({ unread_messages: 0, version: 4 })
    await sendMessage('More.', await school.signIn('ruiz'))
    expect((await get(talk, sommer)).unread_messages).toBe(1)
    expect((await get(talk, await school.signIn('ruiz'))).unread_messages).toBe(3)
  })

  it('ignore read positions in the future or another chat', async () => {
    expect((await read(2_000_000_000, sommer)).last_read_message_id).toBe(messages.anonymousPoll)
    await sendMessage('More.', albrecht)
    expect((await get(talk, sommer)).unread_messages).toBe(1)
    expect((await read(messages.anonymousPoll, sommer, broadcast)).last_read_message_id).toBeNull()
  })
})

describe('the members of a chat', () => {
  it('are users with a permission, and write only with write access', async () => {
    const weber = await school.signIn('weber')
    expect((await sendMessage('Hello?', weber)).status).toBe(404)
    await grant(talk, people.weber)
    expect(await describeError(await sendMessage('Hello?', weber))).toBe('403 forbidden')
    const weberGrant = (await (await grant(talk, people.weber, { is_write: true })).json()) as { id: number }
    expect((await sendMessage('Hello!', weber)).status).toBe(200)
    expect((await get(talk, weber)).member_count).toBe(4)
    await school.send('DELETE', `/api/v2/permissions/${weberGrant.id}`, { token: albrecht })
    expect((await sendMessage('Hello?', weber)).status).toBe(404)
    expect(await list(weber)).toEqual([])
  })

  it('lose the chat and its contents when the last administrator leaves', async () => {
    const grants = await school.db
      .selectFrom('permissions')
      .select(['id', 'user_id'])
      .where('resource_field', '=', 'chat_id')
      .where('resource_id', '=', talk)
      .execute()
    const own = grants.find(({ user_id }) => user_id === people.albrecht)?.id ?? 0
    const demoted = await school.send('PUT', `/api/v2/permissions/${own}`, {
      token: albrecht,
      body: { is_admin: false },
    })
    expect(await describeError(demoted)).toBe('409 last_admin')
    await read(messages.ruizs, sommer)
    const path = `/api/v2/chats/${talk}/messages/${messages.poll}`
    await school.send('POST', `${path}/reactions`, { token: sommer, body: { emoji: '👍' } })
    await school.send('POST', `${path}/poll/votes`, { token: sommer, body: { option_ids: [1] } })

    expect((await school.send('DELETE', `/api/v2/permissions/${own}`, { token: albrecht })).status).toBe(200)
    expect((await list(albrecht)).map(({ id }) => id)).toEqual([broadcast])
    for (const table of ['polls', 'poll_options', 'poll_votes', 'reactions', 'chat_reads'] as const) {
      expect(await school.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    const remaining = await school.db.selectFrom('messages').select('id').execute()
    expect(remaining).toEqual([{ id: messages.kerns }])
    const access = school.db.selectFrom('permissions').select('id').where('resource_field', '=', 'chat_id')
    expect(await access.where('resource_id', '=', talk).execute()).toEqual([])
  })
})

describe('a conditional GET', () => {
  it.each(['/api/v2/chats', `/api/v2/chats/${talk}`])(
    'of %s answers 304 until the chat changes',
    async path => {
      const first = await school.send('GET', path, { token: sommer })
      const tag = first.headers.get('etag') ?? ''
      const again = (headers: Record<string, string>) => school.send('GET', path, { token: sommer, headers })
      const same = await again({ 'if-none-match': `"other", W/${tag}` })
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag])
      expect((await again({ 'if-none-match': '"other"' })).status).toBe(200)
      const changes = [
        () => sendMessage('New.', albrecht),
        () => read(messages.poll, sommer),
        () => grant(talk, people.kern),
      ]
      let etag = tag
      for (const change of changes) {
        await change()
        const current = await again({ 'if-none-match': etag })
        expect(current.status).toBe(200)
        etag = current.headers.get('etag') ?? ''
      }
    },
  )
})
