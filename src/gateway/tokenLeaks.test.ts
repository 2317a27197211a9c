import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequest } from '../api/client/call.ts'
import { listEndpoints } from '../contract/allEndpoints.ts'
import { PersonalToken, Token } from '../contract/oauth.ts'
import { pageHeader } from '../contract/session.ts'
import { seedPassword } from '../school/people.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { openSqlite } from '../server/sqlite.ts'
import { registerApplication } from '../service/auth/applications.ts'
import { listGetRequests, namedRoutes } from '../testing/getRequests.ts'
import { appOrigin, settings } from '../testing/testGateway.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { writeExamples } from '../testing/writeExamples.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { type GatewaySchema, migrateGateway } from './schema.ts'

const clientSecret = 'the secret of the application'
const logins = ['albrecht', 'ruiz', 'sommer', 'weber']

let school: TestService
let gateway: Gateway
/** Tokens, personal tokens and the client secret. */
const secrets = new Map<string, string>([[clientSecret, 'the client secret']])
const sessions = new Map<string, string>()
const responses: { call: string; status: number; text: string }[] = []

beforeAll(async () => {
  school = await testService({ fill: seedSchool })
  const { db, random, clock } = school
  await registerApplication(
    db,
    { clientId: 'staffroom', name: 'Staffroom', secret: clientSecret, redirectUrl: settings.redirect_uri },
    random,
  )
  const gatewayDb = new Kysely<GatewaySchema>({ dialect: openSqlite(':memory:') })
  await migrateGateway(gatewayDb)
  gateway = createGateway({
    db: gatewayDb,
    async upstream(request) {
      const response = await school.service.fetch(request, { address: '192.0.2.1' })
      if (new URL(request.url).pathname === '/api/v2/oauth2/token') {
        const token = Token.parse(await response.clone().json())
        secrets.set(token.access_token, 'an access token').set(token.refresh_token ?? '', 'a refresh token')
      }
      return response
    },
    serviceUrl: 'https://school.example',
    clientId: 'staffroom',
    clientSecret,
    settings,
    appOrigin,
    clock,
    random,
    encryption: { key: random(32) },
  })
})
afterAll(() => school.close())

async function send(login: string, method: string, path: string, init: RequestInit = {}): Promise<string> {
  const headers = new Headers(init.headers)
  headers.set(pageHeader, '1')
  headers.set('Sec-Fetch-Site', 'same-origin')
  const request = new Request(appOrigin + path, { ...init, method, headers })
  const { response, session } = await gateway.fetch(request, { id: sessions.get(login) ?? null })
  if (session?.id) sessions.set(login, session.id)
  const isStream = response.headers.get('Content-Type') === 'text/event-stream'
  const body = isStream ? await readFirstChunk(response) : await response.text()
  const text = JSON.stringify([...response.headers]) + body
  responses.push({ call: `${method} ${path}`, status: response.status, text })
  return text
}

async function readFirstChunk({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value)
}

async function signIn(login: string): Promise<void> {
  const decision = await school.send('POST', '/auth/oauth2/decision', {
    body: {
      client_id: 'staffroom',
      redirect_uri: settings.redirect_uri,
      scopes: 'me courses.memberships chats chats.messages',
      state: 's',
      decision: 'allow',
      login,
      password: seedPassword,
    },
  })
  const code = new URL((await decision.json()).redirect_to).searchParams.get('code')
  await send(login, 'POST', '/session', { body: JSON.stringify({ code, state: 's' }) })
  await send(login, 'POST', '/session/refresh', { body: JSON.stringify({ generation: 1 }) })
}

const leaks = () =>
  responses.flatMap(({ call, text }) =>
    [...secrets].filter(([secret]) => text.includes(secret)).map(([, kind]) => `${call}: ${kind}`),
  )

describe('responses to a page contain no token', () => {
  it('when it signs in, refreshes and reads its session', async () => {
    for (const login of logins) {
      await signIn(login)
      await send(login, 'GET', '/session')
    }
    // Two tokens per sign-in, two per refresh, and the client secret.
    expect(secrets.size).toBe(logins.length * 4 + 1)
    expect(leaks()).toEqual([])
  })

  it('when it performs every write and every read', async () => {
    const writes = namedRoutes()
    for (const { write, login, input } of writeExamples(() => school)) {
      const endpoint = writes.find(({ name }) => name === write)?.endpoint
      if (!endpoint) throw new Error(`the service does not route ${write}`)
      const as = endpoint.auth === 'password' ? { as: { login, password: seedPassword } } : {}
      const { path, init } = buildRequest(endpoint, await input(), as)
      const text = await send(login, endpoint.method, path, init)
      if (write !== 'oauth.createPersonalToken') continue
      const { token = '' } = PersonalToken.parse(JSON.parse(text.slice(text.indexOf('{'))))
      expect(leaks()).toEqual([])
      secrets.set(token, 'a personal token')
      responses.pop()
    }
    expect(responses.filter(({ call, status }) => !call.startsWith('GET') && status >= 400)).toEqual([])
    for (const { endpoint, input, login } of await listGetRequests(school.db, ['albrecht'])) {
      await send(login, 'GET', buildRequest(endpoint, input).path)
    }
    expect([...secrets.values()]).toContain('a personal token')
    expect(leaks()).toEqual([])
  })

  it('when it calls every endpoint with unexpected input', async () => {
    const before = responses.length
    for (const { endpoint } of listEndpoints()) {
      const path = (endpoint.base + endpoint.path).replaceAll(/:[a-z_]+/g, '1')
      const body = JSON.stringify({ name: 'x', scopes: ['me'], token: 'x' })
      const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer mine' }
      await send('sommer', endpoint.method, path, endpoint.method === 'GET' ? { headers } : { headers, body })
    }
    expect(responses.length - before).toBe(listEndpoints().length)
    expect(leaks()).toEqual([])
    const [own] = responses.filter(({ call }) => call === 'GET /api/v2/me/access_token')
    expect(own?.status).toBe(404)
    const tokenRequests = responses.filter(({ call }) => call === 'POST /api/v2/personal_access_tokens')
    expect(tokenRequests.map(({ status }) => status)).toEqual([403])
  })
})

describe('signing out', () => {
  it('revokes all tokens of this sign-in, and no others', async () => {
    const tokens = async () =>
      school.db.selectFrom('tokens').select(['kind', 'revoked_at']).where('revoked_at', 'is', null).execute()
    const before = await tokens()
    const [access] = [...secrets].find(([, kind]) => kind === 'an access token') ?? ['']
    expect((await school.send('GET', '/api/v2/me', { token: access })).status).toBe(200)
    await send('albrecht', 'DELETE', '/session')
    // Two from the sign-in, two from its refresh.
    expect(before.length - (await tokens()).length).toBe(4)
    expect((await school.send('GET', '/api/v2/me', { token: access })).status).toBe(401)
    expect(await send('ruiz', 'GET', '/api/v2/me')).toContain('Omar Ruiz')
  })

  it('revokes the tokens of the previous session at a new sign-in', async () => {
    await signIn('weber')
    const live = await school.db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select('tokens.kind')
      .where('users.login', '=', 'weber')
      .where('revoked_at', 'is', null)
      .execute()
    expect(live).toHaveLength(4)
  })
})
