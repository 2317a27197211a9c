import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProblemBody } from '../../contract/session.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { describeError, readToken, signInFlow } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

let school: TestService
let flow: ReturnType<typeof signInFlow>
beforeEach(async () => {
  school = await testService()
  flow = signInFlow(school)
})
afterEach(() => school.close())

const decision = {
  client_id: 'staffroom',
  decision: 'allow',
  login: 'albrecht',
  password: smallSchool.password,
}
const decide = (body: Record<string, unknown>, address?: string) =>
  school.send('POST', '/auth/oauth2/decision', {
    body: { ...decision, ...body },
    ...(address && { address }),
  })
const request = (query: Record<string, string>) =>
  school.send('GET', `/auth/oauth2/request?${new URLSearchParams(query)}`)

describe('the authorization request', () => {
  it('returns the application, the known scopes and the redirect URI', async () => {
    const response = await request({ client_id: 'staffroom', scopes: 'me chats me unheard.of', state: 'x' })
    expect(await response.json()).toEqual({
      application: 'Staffroom',
      redirect_uri: 'https://app.example/sign-in/callback',
      scopes: ['me', 'chats'],
    })
    const redirect_uri = 'https://app.example/sign-in/callback/below'
    expect(await (await request({ client_id: 'staffroom', redirect_uri })).json()).toMatchObject({
      redirect_uri,
      scopes: [],
    })
  })

  it.each([
    ['an unknown application', { client_id: 'nobody' }, '400 unknown_application'],
    ['a redirect_uri elsewhere', { redirect_uri: 'https://evil.example/' }, '400 bad_redirect_uri'],
    ['an empty redirect_uri', { redirect_uri: '' }, '400 bad_redirect_uri'],
  ])('answers 400 instead of a redirect for %s', async (_what, changes, refused) => {
    expect(await describeError(await request({ client_id: 'staffroom', ...changes }))).toBe(refused)
    expect(await describeError(await decide(changes))).toBe(refused)
    expect(await describeError(await decide({ ...changes, decision: 'deny' }))).toBe(refused)
  })

  it('is 422 without client_id', async () => {
    expect(await describeError(await request({}))).toBe('422 invalid')
  })
})

describe('the decision', () => {
  it('redirects with a code and the state', async () => {
    const address = await flow.authorize({ state: 'a/b &c' })
    expect(address.origin + address.pathname).toBe('https://app.example/sign-in/callback')
    expect([...address.searchParams.keys()].toSorted()).toEqual(['code', 'state'])
    expect(address.searchParams.get('state')).toBe('a/b &c')
    expect(address.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  it('keeps the query of the redirect URI, with one code and state', async () => {
    const redirect_uri = 'https://app.example/sign-in/callback?keep=1&code=planted&code=again&state=planted'
    const address = await flow.authorize({ redirect_uri })
    expect(address.searchParams.get('keep')).toBe('1')
    expect(address.searchParams.getAll('code')).toHaveLength(1)
    expect(address.searchParams.getAll('state')).toEqual(['the state'])
  })

  it('returns no state if the request has no state', async () => {
    expect((await flow.authorize({ state: undefined })).searchParams.has('state')).toBe(false)
  })

  it('is access_denied without a password', async () => {
    const address = await flow.authorize({ decision: 'deny', login: undefined, password: undefined })
    expect(Object.fromEntries(address.searchParams)).toEqual({ error: 'access_denied', state: 'the state' })
  })

  it('is access_denied without a code or state from the redirect URI', async () => {
    const redirect_uri = 'https://app.example/sign-in/callback?code=planted&state=planted'
    const address = await flow.authorize({ decision: 'deny', redirect_uri, state: undefined })
    expect(Object.fromEntries(address.searchParams)).toEqual({ error: 'access_denied' })
  })

  it('accepts the login name with spaces and in any case', async () => {
    expect((await decide({ login: ' Albrecht ' })).status).toBe(200)
  })

  it('gives the same response for an unknown name and a wrong password', async () => {
    const wrong = await (await decide({ password: 'wrong' })).json()
    const unknown = await (await decide({ login: 'nobody' })).json()
    expect(unknown).toEqual(wrong)
    expect(ProblemBody.parse(wrong).error).toMatchObject({ name: 'wrong_login', code: 422 })
    expect(ProblemBody.parse(wrong).error.fields).toHaveProperty('password')
  })

  it('reports missing fields', async () => {
    const missing = async (changes: Record<string, unknown>) =>
      Object.keys(ProblemBody.parse(await (await decide(changes)).json()).error.fields ?? {})
    expect(await missing({ login: undefined })).toEqual(['login'])
    expect(await missing({ login: '  ' })).toEqual(['login'])
    expect(await missing({ password: '' })).toEqual(['password'])
  })

  it('limits wrong passwords, and allows the user to sign in again later', async () => {
    for (let index = 0; index < 10; index += 1) {
      expect(await describeError(await decide({ password: `wrong ${index}` }))).toBe('422 wrong_login')
    }
    const stopped = await decide({})
    expect(stopped.headers.get('retry-after')).toBe('900')
    expect(await describeError(stopped)).toBe('429 too_many_tries')
    expect((await decide({}, '192.0.2.77')).status, 'from elsewhere').toBe(200)
    school.advance(15 * 60_000)
    expect((await decide({})).status).toBe(200)
  })

  it('stores codes, passwords and secrets only as hashes', async () => {
    const code = await flow.code()
    const stored = JSON.stringify([
      await school.db.selectFrom('codes').selectAll().execute(),
      await school.db.selectFrom('users').selectAll().execute(),
      await school.db.selectFrom('applications').selectAll().execute(),
    ])
    for (const secret of [code, smallSchool.password, smallSchool.application.secret]) {
      expect(stored).not.toContain(secret)
    }
  })
})

describe('the granted scopes', () => {
  const granted = async (scopes: string | undefined) =>
    (await readToken(await flow.exchange(await flow.code({ scopes })))).scope

  it('are the requested ones that exist', async () => {
    expect(await granted('chats unheard.of me')).toBe('me chats')
    expect(await granted('')).toBe('')
  })

  it('default to the ones granted before', async () => {
    expect(await granted(undefined)).toBe('')
    await granted('me')
    await granted('chats')
    expect(await granted(undefined)).toBe('chats')
    const other = await flow.code({ scopes: undefined, login: 'sommer' })
    expect((await readToken(await flow.exchange(other))).scope).toBe('')
  })
})
