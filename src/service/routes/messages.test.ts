import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasEveryChange, messages } from '../../contract/messages.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { pageSize } from '../http/streamRows.ts'

const { people } = smallSchool
const { talk, broadcast, other, messages: ids } = smallChats

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

const list = async (token: string, chat: number = talk) => {
  const response = await school.send('GET', `/api/v2/chats/${chat}/messages`, { token })
  return parseResponse(messages.list.response, await response.json()).rows
}
const send = (body: object, token: string, chat: number = talk) =>
  school.send('POST', `/api/v2/chats/${chat}/messages`, { token, body })
const sent = async (body: object, token: string, chat: number = talk) => {
  const response = await send(body, token, chat)
  if (response.status !== 200) throw new Error(await describeError(response))
  return parseResponse(messages.send.response, await response.json())
}
const remove = (id: number, token: string, chat: number = talk) =>
  school.send('DELETE', `/api/v2/chats/${chat}/messages/${id}`, { token })

describe('messages', () => {
  it('never have a later version than their list', async () => {
    // More than one page.
    const message = { chat_id: talk, user_id: people.sommer, text: 'Much to say.', version: 1 }
    const sent_at = new Date(school.clock()).toISOString()
    const many = Array.from({ length: pageSize }, () => ({ ...message, sent_at }))
    await school.db.insertInto('messages').values(many).execute()
    const before = Math.max(...(await list(ruiz)).map(({ version = 0 }) => version))
    const response = await school.send('GET', `/api/v2/chats/${talk}/messages`, { token: ruiz })
    await sent({ text: 'Meanwhile' }, ruiz)
    const { rows } = parseResponse(messages.list.response, await response.json())
    expect(rows.at(-1)?.text).toBe('Meanwhile')
    expect(Math.max(...rows.map(({ version = 0 }) => version))).toBe(before)
  })

  it('are listed oldest first, with plain datetimes and the caller’s own flags', async () => {
    const [first, second] = await list(ruiz)
    expect(first).toEqual({
      id: ids.albrechts,
      chat_id: talk,
      user: { id: people.albrecht, name: 'Albrecht' },
      text: 'Good morning.',
      is_hidden: false,
      has_files: false,
      has_poll: false,
      meta_type: null,
      sent_at: '2026-11-18 09:21:00',
      is_own: false,
      reactions: [],
      files: [],
      poll: null,
      can_delete: false,
      text_formatted: '<p>Good morning.</p>',
      text_basic: 'Good morning.',
      version: 1,
    })
    expect(second).toMatchObject({
      is_own: true,
      can_delete: true,
      text: 'Is <b>this</b> on?',
      text_formatted: '<p>Is &lt;b&gt;this&lt;/b&gt; on?</p>',
    })
    expect((await list(albrecht)).every(message => message.can_delete)).toBe(true)
    expect((await list(sommer)).some(message => message.can_delete)).toBe(false)
  })

  it('are the same on creation and in the list, except for datetimes', async () => {
    const response = await sent({ text: 'At ten.' }, ruiz)
    expect(response.sent_at).toBe('2026-11-18T10:20:00+01:00')
    expect((await list(ruiz)).at(-1)).toEqual({ ...response, sent_at: '2026-11-18 10:20:00' })
    expect(response).toMatchObject({ id: 6, is_own: true, version: 5 })
  })

  it.each([
    ['20,000 characters', 'x'.repeat(20_000), 200],
    ['20,001 characters', 'x'.repeat(20_001), 422],
    ['only whitespace', ' \n', 422],
    ['a number as text', 7, 422],
  ])('are validated: %s', async (_what, text, status) => {
    expect((await send({ text }, ruiz)).status).toBe(status)
  })

  it('can be written only with write access, otherwise with a reason', async () => {
    const sentence = async (response: Response) =>
      ((await response.json()) as { error: { message: string } }).error.message
    expect(await sentence(await send({ text: 'x' }, sommer))).toBe(
      'You may read this chat, but not write in it.',
    )
    expect(await sentence(await send({ text: 'x' }, sommer, broadcast))).toBe(
      'Only administrators write in this chat.',
    )
    expect(await sentence(await send({ text: '', with_files: true }, albrecht, broadcast))).toBe(
      'This chat takes no files.',
    )
    expect((await send({ text: 'x' }, albrecht, broadcast)).status).toBe(200)
    expect((await send({ text: 'x' }, albrecht, other)).status).toBe(404)
  })

  it('can be deleted by their authors and by administrators', async () => {
    expect(await describeError(await remove(ids.ruizs, sommer))).toBe('403 forbidden')
    expect(await describeError(await remove(ids.albrechts, ruiz))).toBe('403 forbidden')
    expect(await describeError(await remove(ids.kerns, albrecht))).toBe('404 not_found')
    expect(await describeError(await remove(ids.kerns, albrecht, other))).toBe('404 not_found')
    const ruizsMessage = await sent({ text: 'Oops.' }, ruiz)
    expect((await remove(ruizsMessage.id, ruiz)).status).toBe(200)
    expect((await remove(ids.ruizs, albrecht)).status).toBe(200)
    expect((await list(ruiz)).map(({ id }) => id)).toEqual([ids.albrechts, ids.poll, ids.anonymousPoll])
    expect((await remove(ruizsMessage.id, ruiz)).status).toBe(404)
  })

  it('sent concurrently get distinct, increasing IDs and versions', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `Message ${index}`)
    const responses = await Promise.all(texts.map(text => sent({ text }, ruiz)))
    expect(new Set(responses.map(({ id }) => id)).size).toBe(20)
    const rows = await list(sommer)
    expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1))
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(hasEveryChange(rows, 4, 24)).toBe(true)
  })
})

describe('a conditional GET of messages', () => {
  it('answers 304 until a message changes', async () => {
    const path = `/api/v2/chats/${talk}/messages`
    const fetchMessages = (token: string, tag: string) =>
      school.send('GET', path, { token, headers: { 'if-none-match': tag } })
    let tag = (await fetchMessages(sommer, '')).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    const same = await fetchMessages(sommer, tag)
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag])
    expect((await fetchMessages(ruiz, tag)).status).toBe(200)
    const message = `${path}/${ids.poll}`
    for (const change of [
      () => send({ text: 'New.' }, ruiz),
      () => school.send('POST', `${message}/reactions`, { token: ruiz, body: { emoji: '👍' } }),
      () => school.send('POST', `${message}/poll/votes`, { token: ruiz, body: { option_ids: [1] } }),
      () => school.send('POST', `${message}/poll/votes`, { token: ruiz, body: { option_ids: [] } }),
      () => remove(ids.ruizs, ruiz),
    ]) {
      expect((await change()).status).toBe(200)
      const now = await fetchMessages(sommer, tag)
      expect(now.status).toBe(200)
      tag = now.headers.get('etag') ?? ''
    }
  })

  it('is answered from the version of the chat, without reading messages', async () => {
    const path = `/api/v2/chats/${talk}/messages`
    const tag = (await school.send('GET', path, { token: sommer })).headers.get('etag') ?? ''
    // Only a query that reads messages would notice.
    await school.db.deleteFrom('messages').execute()
    const again = await school.send('GET', path, { token: sommer, headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
  })

  it('returns another ETag after the caller became an administrator', async () => {
    const path = `/api/v2/chats/${talk}/messages`
    const tag = (await school.send('GET', path, { token: ruiz })).headers.get('etag') ?? ''
    const body = {
      resource_ids: { chat_id: talk },
      target_ids: { user_id: people.ruiz },
      is_write: true,
      is_admin: true,
    }
    await school.send('POST', '/api/v2/permissions', { token: albrecht, body })
    const again = await school.send('GET', path, { token: ruiz, headers: { 'if-none-match': tag } })
    expect(again.status).toBe(200)
  })
})
