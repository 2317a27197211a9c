import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { openSqlite } from '../server/sqlite.ts'
import { listen, stopServer } from '../server/startServer.ts'
import { appOrigin, settings } from '../testing/testGateway.ts'
import { createGateway } from './gateway.ts'
import { type GatewaySchema, migrateGateway } from './store.ts'

type Seen = {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** A server that remembers what it was asked. */
async function recording(answer: (...args: Parameters<RequestListener>) => void) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url: path, headers } = request
      seen.push({ method, path, headers, body: Buffer.concat(parts).toString() })
      answer(request, response)
    })
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => stopServer(server))
  return { seen, url: `http://127.0.0.1:${port}` }
}

const tokens = { access_token: 'the-access', refresh_token: 'the-refresh', expires_in: 3600 }

/** The gateway before a service that is real and sends on to somewhere else once `astray` is set. */
async function beforeService() {
  const elsewhere = await recording((_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ id: 1, ...tokens, access_token: 'planted' }))
  })
  const state = { astray: 0 }
  const service = await recording((request, response) => {
    if (state.astray > 0) {
      response.writeHead(state.astray, { Location: `${elsewhere.url}${request.url}` })
      return response.end()
    }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(request.url === '/api/v2/oauth2/token' ? tokens : { id: 7, name: 'Jana' }))
  })
  const db = new Kysely<GatewaySchema>({ dialect: openSqlite(':memory:') })
  await migrateGateway(db)
  const gateway = createGateway({
    db,
    // As the host does it for a service somebody else runs.
    upstream: request => fetch(request),
    serviceUrl: service.url,
    clientId: 'staffroom',
    clientSecret: 'the-secret',
    settings,
    appOrigin,
    clock: Date.now,
    random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
    seal: { key: new Uint8Array(32).fill(7) },
  })
  const call = (method: string, path: string, id: string | null = null, body?: unknown) => {
    const headers = { [pageHeader]: '1', 'Sec-Fetch-Site': 'same-origin' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return gateway.fetch(new Request(appOrigin + path, init), { id })
  }
  const signIn = () => call('POST', '/session', null, { code: 'the-code', state: 's' })
  return { state, service, elsewhere, call, signIn }
}

it.each([301, 302, 303, 307, 308])(
  'follows no redirect %i of a service, with or without a body',
  async astray => {
    const { state, service, elsewhere, call, signIn } = await beforeService()
    const { session } = await signIn()
    const id = session?.id ?? null
    expect(id).not.toBeNull()
    state.astray = astray
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
      expect(await response.text()).not.toContain(elsewhere.url)
    }
    expect((await call('POST', '/session/refresh', id, { generation: 1 })).response.status).toBe(502)
    expect((await signIn()).response.status).toBe(502)
    await call('DELETE', '/session', id)
    // The service was asked each time, with everything an attacker would like to have. Nobody else was.
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
    expect(elsewhere.seen).toEqual([])
  },
)
