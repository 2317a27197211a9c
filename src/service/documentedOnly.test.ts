import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chats } from '../contract/chats.ts'
import { files } from '../contract/files.ts'
import { homework } from '../contract/homework.ts'
import { messages } from '../contract/messages.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { permissions } from '../contract/permissions.ts'
import { submissions } from '../contract/submissions.ts'
import { namedRoutes } from '../testing/getRequests.ts'
import { smallChats, smallFiles, smallHomework, smallSchool } from '../testing/sampleSchool.ts'
import { type TestService, testService } from '../testing/testService.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ documentedOnly: true })
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

const { maths } = smallHomework
const { sommer } = smallSchool.people

describe('homework with the endpoints of api.md only', () => {
  it('can be created and read by its ID', async () => {
    const created = await school.send('POST', '/api/v2/courses/1/homeworks', {
      token,
      body: { lesson_id: smallSchool.lessons.maths, text: 'Fractions', until_datetime: '2026-11-23' },
    })
    const [set] = parseResponse(homework.create.response, await created.json()).rows
    const single = await school.send('GET', `/api/v2/courses/1/homeworks/${set?.id}`, { token })
    expect(parseResponse(homework.get.response, await single.json())).toMatchObject({ text: 'Fractions' })
  })

  it('can be corrected with text and points, and read from the list', async () => {
    const path = `/api/v2/todos/${maths}/submissions`
    const body = { teacher_correction: 'Good.', points: 12.5 }
    expect((await school.send('POST', `${path}/${sommer}`, { token, body })).status).toBe(200)
    const list = await school.send('GET', path, { token })
    const { rows } = parseResponse(submissions.list.response, await list.json())
    expect(rows.find(({ user }) => user.id === sommer)?.submission).toMatchObject(body)
  })

  it.each([
    ['GET', '/courses/1/homeworks'],
    ['PUT', `/courses/1/homeworks/${maths}`],
    ['DELETE', `/courses/1/homeworks/${maths}`],
    ['GET', `/todos/${maths}/submissions/${sommer}`],
    ['POST', `/todos/${maths}/submissions`],
    ['POST', `/todos/${maths}/acknowledge`],
    ['POST', '/documents'],
  ])('has no other endpoint: %s %s', async (method, path) => {
    const response = await school.send(method, `/api/v2${path}`, {
      token,
      ...(method !== 'GET' && { body: {} }),
    })
    expect([404, 405]).toContain(response.status)
  })
})

describe('chats with the endpoints of api.md only', () => {
  const post = (path: string, body: object) => school.send('POST', `/api/v2${path}`, { token, body })
  it('can be created, read and written, including polls and deletion', async () => {
    const { id } = parseResponse(chats.create.response, await (await post('/chats', { name: 'Trip' })).json())
    await post(`/chats/${id}/messages`, { text: 'Welcome.' })
    await post(`/chats/${id}/messages`, { text: 'When?', poll: { options: ['Mon', 'Tue'] } })
    const list = async () => {
      const response = await school.send('GET', `/api/v2/chats/${id}/messages`, { token })
      return parseResponse(messages.list.response, await response.json()).rows
    }
    const [first] = await list()
    const path = `/api/v2/chats/${id}/messages/${first?.id}`
    expect((await school.send('DELETE', path, { token })).status).toBe(200)
    expect((await list()).map(({ text }) => text)).toEqual(['When?'])
  })

  it.each([
    `/chats/${smallChats.talk}/read`,
    `/chats/${smallChats.talk}/messages/${smallChats.messages.poll}/poll/votes`,
    `/chats/${smallChats.talk}/messages/${smallChats.messages.poll}/reactions`,
  ])('have no other endpoint: %s', async path => {
    expect([404, 405]).toContain((await post(path, {})).status)
  })
})

describe('files and permissions with the endpoints of api.md only', () => {
  const filesPath = '/api/v2/course/1/files'
  const send = (method: string, path: string, body?: object) =>
    school.send(method, path, { token, ...(body && { body }) })
  it('files can be downloaded from the URL of their document', async () => {
    const { rows } = parseResponse(files.list.response, await (await send('GET', filesPath)).json())
    const stored = rows.find(row => row.document)?.document
    const download = await send('GET', new URL(stored?.download_url ?? '').pathname)
    expect((await download.arrayBuffer()).byteLength).toBe(stored?.size)
  })

  it('files can be listed, folders created, and both deleted', async () => {
    const created = await send('POST', filesPath, { name: 'Trip', is_dir: true })
    const { id } = parseResponse(files.create.response, await created.json())
    await send('POST', filesPath, { name: 'Inner', is_dir: true, parent_id: id })
    const list = async () =>
      parseResponse(files.list.response, await (await send('GET', filesPath)).json()).rows
    expect((await list()).map(({ name }) => name)).toEqual(['Worksheets', 'sheet.txt', 'Trip', 'Inner'])
    expect((await send('DELETE', `${filesPath}/${id}`)).status).toBe(200)
    expect((await list()).map(({ name }) => name)).toEqual(['Worksheets', 'sheet.txt'])
  })

  it('permissions can be listed, granted, changed and deleted', async () => {
    const file_id = smallFiles.folder
    const body = { resource_ids: { file_id }, target_ids: { user_id: smallSchool.people.weber } }
    const granted = await send('POST', '/api/v2/permissions', body)
    const { id } = parseResponse(permissions.create.response, await granted.json())
    const permissionPath = `/api/v2/permissions/${id}`
    expect((await send('PUT', permissionPath, { is_write: true })).status).toBe(200)
    const list = async () => {
      const response = await send('GET', `/api/v2/permissions?file_id=${file_id}`)
      return parseResponse(permissions.list.response, await response.json()).rows
    }
    expect((await list()).map(({ is_write }) => is_write)).toEqual([true, false, true])
    expect((await send('DELETE', permissionPath)).status).toBe(200)
    expect(await list()).toHaveLength(2)
  })
})

it('only administrators may delete permissions, so that members can’t leave a chat', async () => {
  const list = `/api/v2/permissions?chat_id=${smallChats.talk}`
  const { rows } = parseResponse(
    permissions.list.response,
    await (await school.send('GET', list, { token })).json(),
  )
  const own = rows.find(({ target }) => target.ids.user_id === sommer)?.id
  const member = await school.signIn('sommer')
  const response = await school.send('DELETE', `/api/v2/permissions/${own}`, { token: member })
  expect(response.status).toBe(403)
  expect((await school.send('DELETE', `/api/v2/permissions/${own}`, { token })).status).toBe(200)
})

it('serves exactly the endpoints that the contract does not assume', async () => {
  const served: string[] = []
  const expected: string[] = []
  for (const { name, endpoint } of namedRoutes()) {
    if (endpoint.base !== '/api/v2') continue
    if (endpoint.assumed === undefined) expected.push(name)
    const path = endpoint.base + endpoint.path.replaceAll(/:[a-z_]+/g, '1')
    // Existing endpoints require a token.
    const { status } = await school.send(endpoint.method, path, endpoint.body ? { body: {} } : {})
    if (status !== 404 && status !== 405) served.push(name)
  }
  expect(expected.length).toBeGreaterThan(10)
  expect(served).toEqual(expected)
})
