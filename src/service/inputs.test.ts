import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paramNames } from '../contract/endpoint.ts'
import { expectBlockedBelow } from '../testing/expectBlockedBelow.ts'
import { namedRoutes } from '../testing/getRequests.ts'
import { smallSchool } from '../testing/sampleSchool.ts'
import { describeError } from '../testing/signInFlow.ts'
import { type TestService, testService } from '../testing/testService.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

/** With 1 for every ID. */
const pathOf = ({ base, path }: ReturnType<typeof namedRoutes>[number]['endpoint']) =>
  paramNames(path).reduce((text, name) => text.replace(`:${name}`, '1'), base + path)

const authorization = (auth: string): Record<string, string> => {
  if (auth === 'none') return {}
  const basic = btoa(`albrecht:${smallSchool.password}`)
  return { authorization: auth === 'password' ? `Basic ${basic}` : `Bearer ${token}` }
}

const withBody = namedRoutes().filter(({ endpoint }) => endpoint.body && endpoint.encoding === 'json')

const post = (
  { endpoint }: (typeof withBody)[number],
  body: BodyInit,
  { type = 'application/json', headers = authorization(endpoint.auth) } = {},
) =>
  school.service.fetch(
    new Request(`https://school.example${pathOf(endpoint)}`, {
      method: endpoint.method,
      headers: { 'content-type': type, ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
    { address: '192.0.2.1' },
  )

describe.each(withBody.map(route => [route.name, route] as const))('the body of %s', (_name, route) => {
  it('is not read before authentication', async () => {
    if (route.endpoint.auth === 'none') return
    let pulls = 0
    const pull = () => {
      pulls += 1
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    expect((await post(route, body, { headers: { authorization: 'Bearer nobody' } })).status).toBe(401)
    expect(pulls).toBe(0)
  })

  it('must be UTF-8', async () => {
    const latin = new Uint8Array([...new TextEncoder().encode('{"a":"'), 0xe4, 0x22, 0x7d])
    expect(await describeError(await post(route, latin))).toBe('400 malformed')
    for (const charset of ['iso-8859-1', '"windows-1252"', 'UTF-16']) {
      const type = `application/json; charset=${charset}`
      expect(await describeError(await post(route, '{}', { type }))).toBe('400 malformed')
    }
    const type = 'application/json; charset="UTF-8"'
    expect((await post(route, '{', { type })).status).toBe(400)
    expect((await post(route, '{}', { type })).status).not.toBe(415)
  })

  it.each([
    [{ text: 'a\0' }, 'text'],
    [{ poll: { options: ['a', '\0'] } }, 'poll.options.1'],
    [{ any_name: '\0' }, 'any_name'],
  ])('must not contain NUL: %j', async (body, field) => {
    const response = await post(route, JSON.stringify(body))
    expect(response.status).toBe(422)
    expect((await response.json()).error.fields).toEqual({
      [field]: 'a text must not contain the character NUL',
    })
  })

  it.each([
    ['a very long array', `{"option_ids":[${'0,'.repeat(400_000)}0]}`],
    ['a very long array of texts', `{"poll":{"options":[${'"",'.repeat(300_000)}""]},"text":"x"}`],
    [
      'an object with 90,000 names',
      `{${Array.from({ length: 90_000 }, (_, index) => `"a${index}":1`).join()}}`,
    ],
    ['an unterminated text', `{"text":"${'\\"'.repeat(450_000)}`],
    ['deeply nested', `{"text":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  ])('is refused quickly if it is %s', async (_what, text) => {
    let status: number | undefined
    await expectBlockedBelow(60, async () => {
      status = (await post(route, text)).status
    })
    expect([400, 422]).toContain(status)
  })
})

describe('a number in a query', () => {
  const numbers = namedRoutes().flatMap(({ name, endpoint }) => {
    const schema = endpoint.query
    if (!schema) return []
    const shape = (
      schema as unknown as { shape: Record<string, { safeParse(value: unknown): { data?: unknown } }> }
    ).shape
    return Object.entries(shape)
      .filter(([, field]) => field.safeParse('5').data === 5)
      .map(([field]) => [name, field, endpoint] as const)
  })

  it('is tested for every numeric parameter of the contract', () => {
    expect(numbers.map(([name, field]) => `${name} ${field}`)).toEqual(
      expect.arrayContaining(['timeline.days days_forward', 'permissions.list todo_id']),
    )
  })

  it.each(numbers)('of %s, %s, must consist of digits only', async (_name, field, endpoint) => {
    const path = pathOf(endpoint)
    for (const value of [
      '1e3',
      '0x10',
      '+5',
      ' 5',
      '5 ',
      '',
      '5.0',
      '-1',
      '٥',
      '1_0',
      'NaN',
      '9'.repeat(40),
    ]) {
      const query = `${field}=${encodeURIComponent(value)}`
      const response = await school.send(endpoint.method, `${path}?${query}`, { token })
      expect([value, response.status]).toEqual([value, 422])
      expect(Object.keys((await response.json()).error.fields)).toEqual([field])
    }
    expect((await school.send(endpoint.method, `${path}?${field}=5`, { token })).status).not.toBe(422)
  })
})

describe('a date in a request', () => {
  it('must exist in the calendar', async () => {
    const path = `/api/v2/courses/${smallSchool.courses['8b']}/homeworks`
    for (const until_datetime of ['0000-01-01', '0000-12-31', '2026-02-30', '2026-13-01', '26-1-1']) {
      const body = { lesson_id: smallSchool.lessons.art, text: 'x', until_datetime }
      const response = await school.send('POST', path, { token, body })
      expect([until_datetime, response.status]).toEqual([until_datetime, 422])
    }
  })
})

describe('a name', () => {
  const composed = 'Klassengespr\u00e4ch'
  const create = (path: string, body: object) => school.send('POST', `/api/v2${path}`, { token, body })
  const poll = (option: string) => ({ text: 'When?', poll: { options: [option, 'never'] } })

  it('is stored in NFC, so that equal names are equal', async () => {
    const name = 'Klassengespra\u0308ch'
    expect((await (await create('/chats', { name })).json()).name).toBe(composed)
    const folder = await create('/course/1/files', { name, is_dir: true })
    expect((await folder.json()).name).toBe(composed)
    const message = await create('/chats/1/messages', poll(name))
    expect((await message.json()).poll.options[0].text).toBe(composed)
  })

  it.each([' ', '\u200b', '\u2800\u3164', '\u202e\u2066'])('needs a visible character: %j', async name => {
    for (const [path, body] of [
      ['/chats', { name }],
      ['/course/1/files', { name, is_dir: true }],
      ['/chats/1/messages', poll(name)],
      ['/courses/1/homeworks', { lesson_id: 1, text: name, until_datetime: '2026-11-27' }],
    ] as const) {
      expect([path, await describeError(await create(path, body))]).toEqual([path, '422 invalid'])
    }
  })
})
