import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../contract/documents.ts'
import { messages } from '../../contract/messages.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { onPostgres } from '../../testing/testPostgres.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { talk } = smallChats
const hour = 3_600_000
const oneKey = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const otherKey = '7f9619ff-8b86-4d01-b42d-00cf4fc964ff'

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

const upload = async (name: string, key?: string, token = ruiz) => {
  const body = new FormData()
  body.append('related_to', 'chat-message-file-new')
  if (key !== undefined) body.append('message_key', key)
  body.append('file', new File([`In ${name}`], name))
  const response = await school.send('POST', '/api/v2/documents', { token, body })
  if (response.status !== 200) throw new Error(await describeError(response))
  return parseResponse(documents.upload.response, await response.json())
}
const send = (body: object, token = ruiz, chat = talk) =>
  school.send('POST', `/api/v2/chats/${chat}/messages`, { token, body })
const sentFiles = async (key?: string, token = ruiz) => {
  const response = await send({ text: '', with_files: true, ...(key && { message_key: key }) }, token)
  if (response.status !== 200) throw new Error(await describeError(response))
  const { files = [], id, has_files } = parseResponse(messages.send.response, await response.json())
  expect(has_files).toBe(files.length > 0)
  return { id, names: files.map(({ name }) => name), files }
}
const contentOf = async (id: number, token: string) =>
  (await school.send('GET', `/api/v2/documents/${id}/content`, { token })).status
const stored = async () => {
  const documents = school.db.selectFrom('documents').select('name').where('todo_id', 'is', null)
  return (await documents.where('file_id', 'is', null).execute()).map(({ name }) => name)
}

describe('files of a message', () => {
  it('are those uploaded with its key, or those without a key', async () => {
    await upload('a.txt', oneKey)
    await upload('b.txt', otherKey)
    await upload('c.txt')
    await upload('d.txt', oneKey)
    await upload('e.txt', oneKey, albrecht)
    expect((await sentFiles(oneKey)).names).toEqual(['a.txt', 'd.txt'])
    expect((await sentFiles()).names).toEqual(['c.txt'])
    expect((await sentFiles(otherKey)).names).toEqual(['b.txt'])
    const list = await school.send('GET', `/api/v2/chats/${talk}/messages`, { token: sommer })
    const { rows } = parseResponse(messages.list.response, await list.json())
    expect(rows.slice(-3).map(({ files = [] }) => files.map(({ name }) => name))).toEqual([
      ['a.txt', 'd.txt'],
      ['c.txt'],
      ['b.txt'],
    ])
    expect(rows.slice(-3).map(({ version }) => version)).toEqual([5, 6, 7])
  })

  it('are in the order of their upload', async () => {
    const names = ['c.txt', 'a.txt', 'd.txt', 'b.txt']
    for (const name of names) await upload(name, oneKey)
    const { id } = await sentFiles(oneKey)
    // Without `order by`, SQLite now reverses rows, and PostgreSQL returns changed rows last.
    if (!onPostgres) await sql`pragma reverse_unordered_selects = on`.execute(school.db)
    const first = school.db.updateTable('documents').set({ name: 'c.txt' })
    await first.where('message_id', '=', id).where('name', '=', 'c.txt').execute()
    const list = await school.send('GET', `/api/v2/chats/${talk}/messages`, { token: sommer })
    // `parseResponse` would sort the files.
    const rows: { files: { name: string }[] }[] = await list.json()
    expect(rows.at(-1)?.files.map(({ name }) => name)).toEqual(names)
  })

  it('belong to the first message with their key', async () => {
    await upload('a.txt', oneKey)
    await sentFiles(oneKey)
    const before = await school.db.selectFrom('chats').select('version').execute()
    expect(await describeError(await send({ text: 'x', with_files: true, message_key: oneKey }))).toBe(
      '422 invalid',
    )
    expect(await describeError(await send({ text: 'x', with_files: true }))).toBe('422 invalid')
    expect(await school.db.selectFrom('chats').select('version').execute()).toEqual(before)
    const twice = await Promise.all([upload('b.txt', otherKey), upload('b.txt', otherKey)])
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
    expect((await sentFiles(otherKey)).names).toEqual(['b.txt'])
  })

  it('go to one of two concurrent messages', async () => {
    await upload('a.txt')
    const statuses = await Promise.all([
      send({ text: 'x', with_files: true }),
      send({ text: 'y', with_files: true }),
    ])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('stay unsent if the message is refused', async () => {
    await upload('a.txt', oneKey, sommer)
    expect((await send({ text: '', with_files: true, message_key: oneKey }, sommer)).status).toBe(403)
    expect(await stored()).toEqual(['a.txt'])
    expect((await send({ text: 'x', with_files: true, message_key: 'no key' })).status).toBe(422)
  })
})

describe('a file of a message', () => {
  it('can be read by its sender, and once sent by all members', async () => {
    const { id } = await upload('a.txt', oneKey)
    expect(await contentOf(id, ruiz)).toBe(200)
    for (const token of [albrecht, sommer]) expect(await contentOf(id, token)).toBe(404)
    const { files } = await sentFiles(oneKey)
    expect(files[0]).toMatchObject({ id, name: 'a.txt', size: 8, content_type: 'text/plain' })
    for (const token of [ruiz, albrecht, sommer]) expect(await contentOf(id, token)).toBe(200)
    for (const login of ['kern', 'weber', 'pending']) {
      expect(await contentOf(id, await school.signIn(login))).toBe(404)
    }
  })

  it('is deleted with its message', async () => {
    const { id } = await upload('a.txt', oneKey)
    const message = await sentFiles(oneKey)
    await school.send('DELETE', `/api/v2/chats/${talk}/messages/${message.id}`, { token: albrecht })
    expect(await contentOf(id, ruiz)).toBe(404)
  })

  it('is deleted with its chat, unless it is unsent', async () => {
    const { id } = await upload('a.txt', oneKey)
    await sentFiles(oneKey)
    const countUnsent = await upload('b.txt', otherKey)
    const grants = school.db.selectFrom('permissions').select('id').where('resource_field', '=', 'chat_id')
    const own = await grants.where('resource_id', '=', talk).where('is_admin', '=', 1).executeTakeFirst()
    const path = `/api/v2/permissions/${own?.id}`
    expect((await school.send('DELETE', path, { token: albrecht })).status).toBe(200)
    expect([await contentOf(id, ruiz), await contentOf(countUnsent.id, ruiz)]).toEqual([404, 200])
    expect(await stored()).toEqual(['b.txt'])
  })

  it('can’t be read by former members of the chat', async () => {
    const { id } = await upload('a.txt', oneKey)
    await sentFiles(oneKey)
    await school.db
      .deleteFrom('permissions')
      .where('resource_field', '=', 'chat_id')
      .where('user_id', '=', smallSchool.people.ruiz)
      .execute()
    expect(await contentOf(id, ruiz)).toBe(404)
  })
})

it('unsent files are deleted after a day, and sent files are not', async () => {
  await upload('sent.txt', oneKey)
  await sentFiles(oneKey)
  const { id } = await upload('forgotten.txt', oneKey)
  school.advance(25 * hour)
  expect(await contentOf(id, await school.signIn('ruiz'))).toBe(404)
  ruiz = await school.signIn('ruiz')
  expect(await describeError(await send({ text: 'x', with_files: true, message_key: oneKey }))).toBe(
    '422 invalid',
  )
  await upload('new.txt', oneKey, ruiz)
  expect(await stored()).toEqual(['sent.txt', 'new.txt'])
})

it('uploads to a sent message are refused', async () => {
  const body = new FormData()
  body.append('related_to', 'chat-message-file.1')
  body.append('file', new File(['x'], 'x.txt'))
  const response = await school.send('POST', '/api/v2/documents', { token: albrecht, body })
  expect(await describeError(response)).toBe('422 invalid')
})

describe('unsent files', () => {
  it('are limited to 60 per hour and user, until they are sent', async () => {
    for (let count = 0; count < 60; count += 1) await upload(`${count}.txt`, oneKey)
    const body = new FormData()
    body.append('related_to', 'chat-message-file-new')
    body.append('file', new File(['x'], 'more.txt'))
    const moreFiles = () => school.send('POST', '/api/v2/documents', { token: ruiz, body })
    const refused = await moreFiles()
    expect(await describeError(refused.clone())).toBe('429 too_many_uploads')
    expect((await refused.json()).error.message).toMatch(/60 files an hour.*Please wait 60 min\.$/)
    expect(refused.headers.get('Retry-After')).toBe('3600')
    await upload('0.txt', oneKey)
    await upload('a.txt', oneKey, albrecht)
    await sentFiles(oneKey)
    expect((await moreFiles()).status).toBe(200)
  })

  it('are limited to 200 MB per user, until they are sent', async () => {
    await upload('a.txt')
    await school.db
      .updateTable('documents')
      .set({ size: 200 * 1024 * 1024 })
      .where('name', '=', 'a.txt')
      .execute()
    await expect(upload('b.txt')).rejects.toThrow('403 forbidden')
    await upload('b.txt', undefined, albrecht)
    await sentFiles()
    await upload('b.txt')
  })
})

describe('a message', () => {
  it('ignores unknown fields, and is refused with an invalid poll', async () => {
    expect((await send({ text: 'x', colour: 'red', poll_typo: {} })).status).toBe(200)
    expect(
      (await send({ text: 'x', poll: { options: ['a', 'b'], colour: 'red' }, moreFiles: 1 })).status,
    ).toBe(200)
    for (const poll of [{ options: [] }, {}, 'poll', null]) {
      expect((await send({ text: 'x', poll })).status).toBe(422)
    }
    expect((await send({ text: 'x', poll: { options: ['a', 'b'] }, with_files: true })).status).toBe(422)
  })
})
