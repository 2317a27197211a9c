import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chats } from '../../contract/chats.ts'
import { messages } from '../../contract/messages.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { maxScheduledMessages, scheduledMessages } from '../../contract/scheduledMessages.ts'
import { insertClassGrant } from '../../testing/insertClassGrant.ts'
import { listenTo } from '../../testing/listenTo.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { talk, broadcast } = smallChats
const { courses, people } = smallSchool
const hour = 3_600_000
const monday = '2026-11-23T07:30:00+01:00'
/** From the time of the test service to `monday`. */
const untilMonday = 5 * 24 * hour - 2 * hour - 50 * 60_000

let school: TestService
let albrecht: string
let ruiz: string
let sommer: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  ruiz = await school.signIn('ruiz')
  sommer = await school.signIn('sommer')
})
afterEach(() => school.close())

/** Access tokens end before `monday`. */
async function passTime(ms: number): Promise<void> {
  school.advance(ms)
  albrecht = await school.signIn('albrecht')
  ruiz = await school.signIn('ruiz')
  sommer = await school.signIn('sommer')
}

const post = (body: object, token: string, chat: number = talk) =>
  school.send('POST', `/api/v2/chats/${chat}/scheduled_messages`, { token, body })
async function schedule(text: string, token = ruiz, send_at = monday, chat: number = talk) {
  const response = await post({ text, send_at }, token, chat)
  if (response.status !== 200) throw new Error(await describeError(response))
  return parseResponse(scheduledMessages.create.response, await response.json())
}
const listScheduled = async (token = ruiz) => {
  const response = await school.send('GET', '/api/v2/me/scheduled_messages', { token })
  return parseResponse(scheduledMessages.list.response, await response.json()).rows
}
const cancel = (id: number, token: string) =>
  school.send('DELETE', `/api/v2/me/scheduled_messages/${id}`, { token })
const sendNow = (id: number, token: string) =>
  school.send('POST', `/api/v2/chats/${talk}/scheduled_messages/${id}/send`, { token })
const listMessages = async (token: string) => {
  const response = await school.send('GET', `/api/v2/chats/${talk}/messages`, { token })
  return parseResponse(messages.list.response, await response.json()).rows
}
const textsOf = async (token: string) => (await listMessages(token)).map(({ text }) => text)
const getChat = async (token: string) => {
  const response = await school.send('GET', `/api/v2/chats/${talk}`, { token })
  return parseResponse(chats.get.response, await response.json())
}
const setRuizAccess = (access: { is_write: 0 | 1 }) =>
  school.db
    .updateTable('permissions')
    .set(access)
    .where('resource_field', '=', 'chat_id')
    .where('resource_id', '=', talk)
    .where('user_id', '=', people.ruiz)
    .execute()

describe('before its time, a scheduled message', () => {
  it('is listed for its author with the time, the chat and the text', async () => {
    const created = await schedule('Good luck today.')
    expect(created).toMatchObject({
      chat_id: talk,
      chat_name: 'Talk',
      text: 'Good luck today.',
      send_at: monday,
      created_at: '2026-11-18T10:20:00+01:00',
      not_sent_reason: null,
    })
    expect(await listScheduled()).toEqual([created])
  })

  it('changes no response and no event of other users, and no list of messages', async () => {
    const readAll = async () => {
      const paths = ['chats', `chats/${talk}`, `chats/${talk}/messages`, 'me/scheduled_messages']
      const all: string[] = []
      for (const path of paths) {
        for (const token of [albrecht, sommer])
          all.push(await (await school.send('GET', `/api/v2/${path}`, { token })).text())
      }
      return all
    }
    const before = [await readAll(), await textsOf(ruiz), await getChat(ruiz)]
    const listener = await listenTo(school.send, albrecht)
    await schedule('Secret.')
    await school.service.sendDueMessages()
    expect([await readAll(), await textsOf(ruiz), await getChat(ruiz)]).toEqual(before)
    // The event of this message arrives after all earlier ones.
    await school.send('POST', `/api/v2/chats/${talk}/messages`, { token: ruiz, body: { text: 'Hello.' } })
    while (!listener.received.some(({ kind }) => kind === 'chat')) await listener.nextData()
    expect(listener.received.map(({ kind }) => kind)).not.toContain('scheduledMessage')
    await listener.close()
  })

  it('can be cancelled and sent only by its author', async () => {
    const { id } = await schedule('Mine.')
    for (const token of [albrecht, sommer]) {
      expect(await describeError(await cancel(id, token))).toBe('404 not_found')
      expect(await describeError(await sendNow(id, token))).toBe('404 not_found')
    }
    expect(await listScheduled()).toHaveLength(1)
    expect((await cancel(id, ruiz)).status).toBe(200)
    expect(await listScheduled()).toEqual([])
    await passTime(untilMonday)
    await school.service.sendDueMessages()
    expect(await textsOf(ruiz)).not.toContain('Mine.')
  })

  it('is sent at once on request, and not again', async () => {
    const { id } = await schedule('Now.')
    const response = await sendNow(id, ruiz)
    const message = parseResponse(scheduledMessages.sendNow.response, await response.json())
    expect(message).toMatchObject({ text: 'Now.', is_own: true, sent_at: '2026-11-18T10:20:00+01:00' })
    expect(await describeError(await sendNow(id, ruiz))).toBe('404 not_found')
    await passTime(untilMonday)
    await school.service.sendDueMessages()
    expect((await textsOf(albrecht)).filter(text => text === 'Now.')).toHaveLength(1)
  })

  it.each([
    ['now', '2026-11-18T10:20:00+01:00', 422],
    ['in the past', '2026-11-18T09:20:00Z', 422],
    ['in a second', '2026-11-18T10:20:01+01:00', 200],
    ['in 60 days', '2027-01-17T10:20:00+01:00', 200],
    ['in 60 days and a second', '2027-01-17T10:20:01+01:00', 422],
    ['without an offset', '2026-11-23T07:30:00', 422],
    ['on no day', '2026-11-31T07:30:00+01:00', 422],
  ])('is not accepted for an impossible time: %s', async (_what, send_at, status) => {
    expect((await post({ text: 'x', send_at }, ruiz)).status).toBe(status)
  })

  it('needs a text and write access', async () => {
    const later = { send_at: monday }
    expect((await post({ text: ' ', ...later }, ruiz)).status).toBe(422)
    expect(await describeError(await post({ text: 'x', ...later }, sommer))).toBe('403 forbidden')
    expect(await describeError(await post({ text: 'x', ...later }, ruiz, broadcast))).toBe('403 forbidden')
  })

  it('is one of a limited number', async () => {
    const row = { user_id: people.ruiz, chat_id: talk, chat_name: 'Talk', text: 'x' }
    const at = new Date(school.clock() + hour).toISOString()
    const rows = Array.from({ length: maxScheduledMessages }, () => ({ ...row, send_at: at, created_at: at }))
    await school.db.insertInto('scheduled_messages').values(rows).execute()
    expect((await post({ text: 'One more.', send_at: monday }, ruiz)).status).toBe(422)
  })
})

describe('at its time, a scheduled message', () => {
  it('is sent to all members with the newest ID, counts as unread, and is no longer scheduled', async () => {
    await schedule('The test begins.')
    await school.send('POST', `/api/v2/chats/${talk}/messages`, { token: ruiz, body: { text: 'Hello.' } })
    const { unread_messages } = await getChat(albrecht)
    await passTime(untilMonday - 1)
    await school.service.sendDueMessages()
    expect(await textsOf(albrecht)).not.toContain('The test begins.')
    const listener = await listenTo(school.send, albrecht)
    await passTime(1)
    await school.service.sendDueMessages()
    expect((await listMessages(albrecht)).at(-1)).toMatchObject({
      text: 'The test begins.',
      sent_at: '2026-11-23 07:30:00',
      user: { id: people.ruiz },
    })
    expect(await getChat(albrecht)).toMatchObject({
      unread_messages: unread_messages + 1,
      last_message: { text: 'The test begins.' },
    })
    expect(await listScheduled()).toEqual([])
    while (!listener.received.some(({ kind }) => kind === 'chat')) await listener.nextData()
    expect(listener.received.map(({ kind, id }) => [kind, id])).toEqual([
      ['message', talk],
      ['chat', talk],
    ])
    await listener.close()
  })

  it('is sent once by two processes, in the order of the times', async () => {
    const second = school.startSecond()
    const texts = Array.from({ length: 20 }, (_, at) => `Text ${at}`)
    for (const [at, text] of texts.entries())
      await schedule(text, at % 2 ? albrecht : ruiz, new Date(school.clock() + hour + at).toISOString())
    await passTime(2 * hour)
    await Promise.all([school.service.sendDueMessages(), second.sendDueMessages()])
    const sent = (await textsOf(sommer)).filter(text => texts.includes(text))
    expect(sent.toSorted()).toEqual(texts.toSorted())
  })

  it('is either sent or cancelled', async () => {
    for (let round = 0; round < 20; round += 1) {
      const text = `Round ${round}`
      const { id } = await schedule(text, ruiz, new Date(school.clock() + 1000).toISOString())
      school.advance(1000)
      const [response] = await Promise.all([cancel(id, ruiz), school.service.sendDueMessages()])
      expect((await textsOf(ruiz)).includes(text)).toBe(response.status === 404)
    }
  })

  it.each([
    ['may_not_write', 'the author may only read', () => setRuizAccess({ is_write: 0 })],
    [
      'not_a_member',
      'the author was removed',
      () => school.db.deleteFrom('permissions').where('user_id', '=', people.ruiz).execute(),
    ],
    [
      'chat_deleted',
      'the chat was deleted',
      () => school.db.deleteFrom('chats').where('id', '=', talk).execute(),
    ],
  ])('is not sent with the reason %s if %s', async (not_sent_reason, _what, lose) => {
    const { id } = await schedule('Too late.')
    await lose()
    await passTime(untilMonday)
    await school.service.sendDueMessages()
    expect(await listScheduled()).toMatchObject([
      { id, chat_name: 'Talk', text: 'Too late.', not_sent_reason },
    ])
    const rows = school.db.selectFrom('messages').select('id').where('text', '=', 'Too late.')
    expect(await rows.execute()).toEqual([])
    expect((await cancel(id, ruiz)).status).toBe(200)
  })

  it('is sent while the author has access through their class', async () => {
    await schedule('Through the class.')
    await school.db.deleteFrom('permissions').where('user_id', '=', people.ruiz).execute()
    await insertClassGrant(school, 'chat_id', talk, { course_id: courses['8b'], is_write: 1 })
    await passTime(untilMonday)
    await school.service.sendDueMessages()
    expect(await listScheduled()).toEqual([])
    const rows = school.db.selectFrom('messages').select('user_id').where('text', '=', 'Through the class.')
    expect(await rows.execute()).toEqual([{ user_id: people.ruiz }])
  })

  it('is not sent later on, but can be sent by its author', async () => {
    const { id } = await schedule('Again.')
    await setRuizAccess({ is_write: 0 })
    await passTime(untilMonday)
    await school.service.sendDueMessages()
    expect(await describeError(await sendNow(id, ruiz))).toBe('403 forbidden')
    expect(await listScheduled()).toHaveLength(1)
    await setRuizAccess({ is_write: 1 })
    await school.service.sendDueMessages()
    expect(await textsOf(ruiz)).not.toContain('Again.')
    expect((await sendNow(id, ruiz)).status).toBe(200)
    expect(await textsOf(ruiz)).toContain('Again.')
  })

  it('is deleted with its author', async () => {
    await schedule('Gone.')
    await school.db.deleteFrom('users').where('id', '=', people.ruiz).execute()
    expect(await school.db.selectFrom('scheduled_messages').selectAll().execute()).toEqual([])
  })
})

it('a service that follows api.md announces no scheduled messages and has no endpoints for them', async () => {
  expect(await getChat(ruiz)).toMatchObject({ can_send_later: true })
  const documented = await testService({ documentedOnly: true })
  const token = await documented.signIn('ruiz')
  const chat = await documented.send('GET', `/api/v2/chats/${talk}`, { token })
  expect(await chat.json()).not.toHaveProperty('can_send_later')
  expect((await documented.send('GET', '/api/v2/me/scheduled_messages', { token })).status).toBe(404)
  await documented.close()
})
