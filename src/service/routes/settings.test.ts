import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProblemBody } from '../../contract/session.ts'
import { maxSettingBytes, maxSettings, Setting } from '../../contract/settings.ts'
import { listenTo } from '../../testing/listenTo.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool
let school: TestService
let albrecht: string
let ruiz: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  ruiz = await school.signIn('ruiz')
})
afterEach(() => school.close())

const send = (body: object, token = albrecht) => school.send('POST', '/api/v2/me/settings', { token, body })
async function store(value: string | null, name = 'a', token = albrecht): Promise<Setting> {
  const response = await send({ name, value }, token)
  if (response.status !== 200) throw new Error(await describeError(response))
  return Setting.parse(await response.json())
}
async function read(query = 'name=a', token = albrecht): Promise<Setting> {
  const response = await school.send('GET', `/api/v2/me/settings?${query}`, { token })
  return Setting.parse(await response.json())
}
async function getProblem(response: Response): Promise<string> {
  const { error } = ProblemBody.parse(await response.json())
  return `${response.status} ${Object.entries(error.fields ?? {}).join()}`
}

describe('a setting', () => {
  it('is null or the default until it is stored, and after it is deleted', async () => {
    const missing = { name: 'a', value: null, version: 0, answered_at: '2026-11-18T09:20:00.000Z' }
    expect(await read()).toEqual(missing)
    expect(await read('name=a&default=b')).toEqual({ ...missing, value: 'b' })
    const stored = await store('')
    expect(await read('name=a&default=b')).toEqual(stored)
    expect(stored).toMatchObject({ name: 'a', value: '', version: school.clock() })
    expect(await store(null)).toEqual(missing)
    expect(await read()).toEqual(missing)
  })

  it('belongs to its user and has its own name', async () => {
    await store('of Albrecht')
    await store('other name', 'staffroom.schemes.12')
    expect((await read('name=a', ruiz)).value).toBeNull()
    await store('of Ruiz', 'a', ruiz)
    await store(null, 'a', ruiz)
    expect((await read()).value).toBe('of Albrecht')
    expect((await read('name=staffroom.schemes.12')).value).toBe('other name')
  })

  it('is stored exactly as it was sent', async () => {
    const value = '{"text":"Größe: 5 km²\\n\\u0000 🙂"}'
    await store(value)
    expect((await read()).value).toBe(value)
  })

  it('is deleted with its user', async () => {
    await store('x')
    await store('y', 'a', ruiz)
    await school.db.deleteFrom('users').where('id', '=', people.ruiz).execute()
    const rows = await school.db.selectFrom('user_settings').selectAll().execute()
    expect(rows.map(({ user_id, value }) => [user_id, value])).toEqual([[people.albrecht, 'x']])
  })

  it('notifies only the devices of its user', async () => {
    const [own, other] = [await listenTo(school.send, albrecht), await listenTo(school.send, ruiz)]
    await store('of Ruiz', 'a', ruiz)
    await store('of Albrecht')
    while (own.received.length === 0) await own.nextData()
    while (other.received.length === 0) await other.nextData()
    expect(own.received.map(({ kind, id }) => [kind, id])).toEqual([['setting', people.albrecht]])
    expect(other.received.map(({ kind, id }) => [kind, id])).toEqual([['setting', people.ruiz]])
    await own.close()
    await other.close()
  })
})

describe('the version of a setting', () => {
  it('increases with each write, also after a deletion', async () => {
    const versions = [(await store('1')).version, (await store('2')).version]
    school.advance(1)
    await store(null)
    school.advance(1)
    versions.push((await store('3')).version)
    expect(versions).toEqual([school.clock() - 2, school.clock() - 1, school.clock()])
  })

  it('must be the current one if it is sent', async () => {
    expect((await send({ name: 'a', value: '1', version: 7 })).status).toBe(409)
    const first = Setting.parse(await (await send({ name: 'a', value: '1', version: 0 })).json())
    expect(await describeError(await send({ name: 'a', value: '2', version: 0 }))).toBe('409 conflict')
    expect((await send({ name: 'a', value: '2', version: first.version })).status).toBe(200)
    expect(await describeError(await send({ name: 'a', value: null, version: first.version }))).toBe(
      '409 conflict',
    )
    expect((await read()).value).toBe('2')
  })

  it('lets one of parallel writes succeed', async () => {
    for (const version of [0, undefined]) {
      const base = version ?? (await read()).version
      const values = ['1', '2', '3', '4', '5']
      const responses = await Promise.all(values.map(value => send({ name: 'a', value, version: base })))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
      const winner = responses.findIndex(({ status }) => status === 200)
      expect((await read()).value).toBe(values[winner])
    }
  })
})

describe('the limits of settings', () => {
  it.each([
    ['of one byte each', 'x'.repeat(maxSettingBytes), 200],
    ['of one byte each, one more', 'x'.repeat(maxSettingBytes + 1), 422],
    ['of two bytes each', 'ü'.repeat(maxSettingBytes / 2), 200],
    ['of two bytes each, one more', `${'ü'.repeat(maxSettingBytes / 2)}x`, 422],
  ])('are 64 kB per value: characters %s', async (_what, value, status) => {
    const response = await send({ name: 'a', value })
    expect(response.status).toBe(status)
    if (status === 422) expect(await getProblem(response)).toBe('422 value,must have at most 64 kB')
  })

  it.each(['', 'a b', 'a/b', 'ä', 'x'.repeat(101)])('are plain names of 100 characters: %j', async name => {
    const reason = '422 name,must have 1 to 100 letters, digits, dots, colons, - or _'
    expect(await getProblem(await send({ name, value: 'x' }))).toBe(reason)
    const query = `name=${encodeURIComponent(name)}`
    expect(
      await getProblem(await school.send('GET', `/api/v2/me/settings?${query}`, { token: albrecht })),
    ).toBe(reason)
  })

  it.each([
    [{ name: 'a' }],
    [{ value: 'x' }],
    [{ name: 'a', value: 7 }],
    [{ name: 'a', value: 'x', version: -1 }],
    [{ name: 'a', value: 'x', version: '0' }],
  ])('are complete bodies: %j', async body => {
    expect((await send(body)).status).toBe(422)
  })

  it('are 500 names per user, of which each can still change', async () => {
    const rows = Array.from({ length: maxSettings }, (_, at) => ({
      ...{ user_id: people.albrecht, name: `n${at}` },
      ...{ value: 'x', version: 1 },
    }))
    await school.db.insertInto('user_settings').values(rows).execute()
    expect(await getProblem(await send({ name: 'one.more', value: 'x' }))).toBe(
      '422 name,at most 500 settings can be stored',
    )
    await store('y', 'n7')
    await store('x', 'a', ruiz)
    await store(null, 'n7')
    await store('x', 'one.more')
  })
})

it('a service that follows api.md has no settings', async () => {
  const documented = await testService({ documentedOnly: true })
  const token = await documented.signIn('albrecht')
  const body = { name: 'a', value: 'x' }
  expect((await documented.send('GET', '/api/v2/me/settings?name=a', { token })).status).toBe(404)
  expect((await documented.send('POST', '/api/v2/me/settings', { token, body })).status).toBe(404)
  await documented.close()
})
