import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages } from '../../contract/messages.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { faultySchool, type TestService, testService } from '../testService.ts'
import { faultChatMembers, faultChats, type WriteFault } from './faults.ts'
import { withFaults } from './withFaults.ts'

let school: TestService
let teacher: string
let pupil: string
beforeAll(async () => {
  school = await testService({ fill: faultySchool })
  teacher = await school.signIn(faultChatMembers.admin)
  pupil = await school.signIn(faultChatMembers.writer)
})
afterAll(() => school.close())

const idOf = (kind: WriteFault['kind'], value: number | null = null) => {
  const found = faultChats.find(fault => fault.kind === kind && (value === null || fault.value === value))
  if (!found) throw new Error(`no chat ${kind}`)
  return found.id
}
const send = (chat: number, text: string, token = teacher) =>
  school.send('POST', `/api/v2/chats/${chat}/messages`, { token, body: { text } })
const versionOf = async (id: number) =>
  (await school.db.selectFrom('chats').select('version').where('id', '=', id).executeTakeFirstOrThrow())
    .version
/** Number of stored messages with this text. */
const sent = async (chat: number, text: string) => {
  const rows = school.db.selectFrom('messages').select('id').where('chat_id', '=', chat)
  return (await rows.where('text', '=', text).execute()).length
}

describe('chats with write faults', () => {
  it('are readable for their members only', async () => {
    for (const { id, name } of faultChats) {
      const response = await school.send('GET', `/api/v2/chats/${id}`, { token: pupil })
      expect(await response.json()).toMatchObject({ name, can_write: true })
      const messagesResponse = await school.send('GET', `/api/v2/chats/${id}/messages`, { token: pupil })
      const { rows, unreadable } = parseResponse(messages.list.response, await messagesResponse.json())
      expect([rows.length > 0, unreadable]).toEqual([true, 0])
    }
    for (const login of ['albrecht', 'ruiz', 'sommer', 'tanaka']) {
      const token = await school.signIn(login)
      const list = (await (await school.send('GET', '/api/v2/chats', { token })).json()) as { id: number }[]
      expect(list.filter(({ id }) => id > 9000)).toEqual([])
    }
  })
})

describe('messages', () => {
  it('are stored despite a lost response, once per text and user', async () => {
    const chat = idOf('lostFirst')
    expect((await send(chat, 'One')).status).toBe(502)
    expect(await sent(chat, 'One')).toBe(1)
    expect((await send(chat, 'Two')).status).toBe(502)
    expect((await send(chat, 'One', pupil)).status).toBe(502)
    expect((await send(chat, 'One')).status).toBe(200)
    expect(await sent(chat, 'One')).toBe(3)
  })
  it('are stored if the response breaks off', async () => {
    const chat = idOf('brokenFirst')
    const broken = await send(chat, 'One')
    await expect(broken.text()).rejects.toThrow('broken off')
    expect(await sent(chat, 'One')).toBe(1)
    expect((await send(chat, 'One')).status).toBe(200)
  })
  it.each([
    ['failsFirst', 500, null],
    ['failsFirst', 401, null],
    ['busyFirst', 429, '2'],
    ['busyBareFirst', 429, null],
  ] as const)('are not stored at the first attempt: %s %i', async (kind, status, retryAfter) => {
    const chat = idOf(kind, kind === 'failsFirst' ? status : null)
    const refused = await send(chat, 'One')
    expect(refused.status).toBe(status)
    expect(refused.headers.get('retry-after')).toBe(retryAfter)
    const says = [...refused.headers.keys()].filter(name => name.startsWith('x-ratelimit'))
    expect(says).toHaveLength(kind === 'busyBareFirst' ? 0 : 3)
    expect(await sent(chat, 'One')).toBe(0)
    expect((await send(chat, 'One')).status).toBe(200)
    expect(await sent(chat, 'One')).toBe(1)
  })
  it.each([422, 500])('are never stored: %i', async status => {
    const chat = idOf('fails', status)
    for (let count = 0; count < 3; count += 1) expect((await send(chat, 'One')).status).toBe(status)
    expect(await sent(chat, 'One')).toBe(0)
  })
  it('are stored if the response is late or never arrives', async () => {
    const waits: (number | null)[] = []
    const late = withFaults(school.serviceWithoutFaults, {
      ...school,
      timeZone: 'Europe/Berlin',
      wait: async ms => void waits.push(ms),
    })
    for (const chat of [idOf('late', 4000), 9209]) {
      const response = await late.fetch(
        new Request(`https://school.example/api/v2/chats/${chat}/messages`, {
          method: 'POST',
          headers: { authorization: `Bearer ${teacher}`, 'content-type': 'application/json' },
          body: JSON.stringify({ text: 'Late.' }),
        }),
      )
      expect([response.status, await sent(chat, 'Late.')]).toEqual([200, 1])
    }
    expect(waits).toEqual([4000, null])
  })
  it('are refused without permission', async () => {
    const chat = idOf('lostFirst')
    expect((await send(chat, 'Mine', await school.signIn('albrecht'))).status).toBe(404)
    expect(await sent(chat, 'Mine')).toBe(0)
  })
})

it('votes, reactions and deletions have the same faults', async () => {
  const chat = idOf('lostFirst')
  const list = await school.send('GET', `/api/v2/chats/${chat}/messages`, { token: teacher })
  const { rows } = parseResponse(messages.list.response, await list.json())
  const poll = rows.find(row => row.poll)
  const option = poll?.poll?.options[1]?.id ?? 0
  const path = `/api/v2/chats/${chat}/messages/${poll?.id}`
  const before = await versionOf(chat)
  const write = async (method: string, subpath: string, body?: object) =>
    (await school.send(method, path + subpath, { token: teacher, ...(body && { body }) })).status
  const vote = () => write('POST', '/poll/votes', { option_ids: [option] })
  expect([await vote(), await vote(), await versionOf(chat)]).toEqual([502, 200, before + 1])
  const react = () => write('POST', '/reactions', { emoji: '🎉' })
  expect([await react(), await versionOf(chat)]).toEqual([502, before + 2])
  expect([await write('DELETE', ''), await versionOf(chat)]).toEqual([502, before + 3])
  expect(await write('DELETE', '')).toBe(404)
})
