import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { openSqlite } from '../server/sqlite.ts'
import { listen, stopServer } from '../server/startServer.ts'
import { appOrigin, settings } from '../testing/testGateway.ts'
import { createGateway } from './gateway.ts'
import { type GatewaySchema, migrateGateway } from './schema.ts'

type SeenRequest = {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

async function startRecordingServer(respond: (...args: Parameters<RequestListener>) => void) {
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url: path, headers } = request
      seen.push({ method, path, headers, body: Buffer.concat(parts).toString() })
      respond(request, response)
    })
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => stopServer(server))
  return { seen, url: `http://127.0.0.1:${port}` }
}

const tokens = { access_token: 'the-access', refresh_token: 'the-refresh', expires_in: 3600 }

/** With `redirectStatus`, the service redirects to another server. */
async function setUpRedirectingService() {
  const redirectTarget = await startRecordingServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ id: 1, ...tokens, access_token: 'planted' }))
  })
  const state = { redirectStatus: 0 }
  const service = await startRecordingServer((request, response) => {
    if (state.redirectStatus > 0) {
      response.writeHead(state.redirectStatus, { Location: `${redirectTarget.url}${request.url}` })
      return response.end()
    }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(request.url === '/api/v2/oauth2/token' ? tokens : { id: 7, name: 'Jana' }))
  })
  const db = new Kysely<GatewaySchema>({ dialect: openSqlite(':memory:') })
  await migrateGateway(db)
  const gateway = createGateway({
    db,
    // The host does the same for an external service.
    upstream: request => fetch(request),
    serviceUrl: service.url,
    clientId: 'staffroom',
    clientSecret: 'the-secret',
    settings,
    appOrigin,
    clock: Date.now,
    random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
    encryption: { key: new Uint8Array(32).fill(7) },
  })
  const call = (method: string, path: string, id: string | null = null, body?: unknown) => {
    const headers = { [pageHeader]: '1', 'Sec-Fetch-Site': 'same-origin' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return gateway.fetch(new Request(appOrigin + path, init), { id })
  }
  const signIn = () => call('POST', '/session', null, { code: 'the-code', state: 's' })
  return { state, service, redirectTarget, call, signIn }
}

it.each([301, 302, 303, 307, 308])('does not follow a %i redirect of the service', async redirectStatus => {
  const { state, service, redirectTarget, call, signIn } = await setUpRedirectingService()
  const { session } = await signIn()
  const id = session?.id ?? null
  expect(id).not.toBeNull()
  state.redirectStatus = redirectStatus
  service.seen.length = 0
  for (const [method, path, body] of [
    ['GET', '/api/v2/me', undefined],
    ['GET', '/api/v2/documents/3/content', undefined],
    ['POST', '/api/v2/chats', { name: 'x' }],
    ['PUT', '/api/v2/permissions/3', { is_write: true }],
    ['DELETE', '/api/v2/permissions/3', undefined],
  ] as const) {
    const { response } = await call(method, path, id, body)
    expect([path, response.status, response.headers.get('Location')]).toEqual([path, 502, null])
    expect(await response.text()).not.toContain(redirectTarget.url)
  }
  expect((await call('POST', '/session/refresh', id, { generation: 1 })).response.status).toBe(502)
  expect((await signIn()).response.status).toBe(502)
  await call('DELETE', '/session', id)
  // Only the service received requests and secrets.
  expect(service.seen.map(({ path }) => path)).toEqual([
    '/api/v2/me',
    '/api/v2/documents/3/content',
    '/api/v2/chats',
    '/api/v2/permissions/3',
    '/api/v2/permissions/3',
    '/api/v2/oauth2/token',
    '/api/v2/oauth2/token',
    '/api/v2/oauth2/revoke',
  ])
  expect(service.seen[0]?.headers.authorization).toBe('Bearer the-access')
  expect(service.seen[5]?.body).toContain('the-secret')
  expect(redirectTarget.seen).toEqual([])
})
