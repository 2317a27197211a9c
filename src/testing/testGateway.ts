import { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { type AppSettings, pageHeader } from '../contract/session.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { type GatewayDb, type GatewaySchema, gatewaySchema, migrateGateway } from '../gateway/schema.ts'
import type { Upstream } from '../gateway/upstream.ts'
import { createSchema } from '../server/postgres.ts'
import { openSqlite } from '../server/sqlite.ts'
import { onPostgres, openTestDatabase } from './testPostgres.ts'

export const appOrigin = 'https://staffroom.example'

export const settings: AppSettings = {
  authorize_url: 'https://school.example/auth/oauth2/authorize',
  client_id: 'staffroom',
  redirect_uri: `${appOrigin}/sign-in/callback`,
  scopes: ['me'],
  school_time_zone: 'Europe/Berlin',
  languages: ['en', 'de'],
  service_name: 'school.example',
  demo_people: [],
  demo: false,
  extensions: false,
}

export type UpstreamRequest = { method: string; path: string; headers: Headers; body: string }

/** Tests replace these to simulate failures. */
export type UpstreamResponses = {
  token: (body: string) => Response | Promise<Response>
  api: () => Response | Promise<Response>
}

export type TestGateway = {
  gateway: Gateway
  db: GatewayDb
  upstreamRequests: UpstreamRequest[]
  responses: UpstreamResponses
  errors: unknown[]
  advance: (ms: number) => void
  call: (
    method: string,
    path: string,
    options?: { id?: string | null; body?: unknown; headers?: HeadersInit },
  ) => ReturnType<Gateway['fetch']>
  signIn: () => Promise<string>
  createSecond: () => Gateway
}

export const tokenResponse = (number: number, fields: Record<string, unknown> = {}) =>
  Response.json({
    access_token: `access-${number}`,
    refresh_token: `refresh-${number}`,
    expires_in: 3600,
    scope: 'me',
    token_type: 'Bearer',
    ...fields,
  })

export const errorResponse = (status: number, name: string) =>
  Response.json({ error: { name, message: 'no', code: status } }, { status })

/** A gateway in front of a fake service. */
export async function testGateway(): Promise<TestGateway> {
  const db = await openSessions()
  const upstreamRequests: UpstreamRequest[] = []
  const errors: unknown[] = []
  let tokenCount = 0
  let now = Date.parse('2026-11-18T09:20:00Z')
  const responses: UpstreamResponses = {
    token: () => tokenResponse(++tokenCount),
    api: () => Response.json({ id: 7, name: 'Jana Albrecht' }),
  }
  const upstream: Upstream = async request => {
    const { pathname, search } = new URL(request.url)
    const body = await request.text()
    upstreamRequests.push({ method: request.method, path: pathname + search, headers: request.headers, body })
    return pathname === '/api/v2/oauth2/token' ? responses.token(body) : responses.api()
  }
  const create = () =>
    createGateway({
      db,
      upstream,
      serviceUrl: 'https://school.example',
      clientId: 'staffroom',
      clientSecret: 'the-secret',
      settings,
      appOrigin,
      clock: () => now,
      random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
      encryption: { key: new Uint8Array(32).fill(7) },
      version: '1.2.3',
      reportError: error => errors.push(error),
    })
  const gateway = create()
  // On PostgreSQL, alternate between two processes, so that no request depends on the memory of one.
  const gateways = onPostgres ? [gateway, create()] : [gateway]
  let callCount = 0
  const call: TestGateway['call'] = (method, path, { id = null, body, headers } = {}) => {
    const allHeaders = new Headers({ [pageHeader]: '1', 'Sec-Fetch-Site': 'same-origin' })
    for (const [name, value] of new Headers(headers)) allHeaders.set(name, value)
    const init = { method, headers: allHeaders, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const target = gateways[callCount++ % gateways.length] ?? gateway
    return target.fetch(new Request(appOrigin + path, init), { id })
  }
  return {
    gateway,
    db,
    upstreamRequests,
    responses,
    errors,
    call,
    createSecond: create,
    advance(ms) {
      now += ms
    },
    async signIn() {
      const { session } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
      if (!session?.id) throw new Error('not signed in')
      return session.id
    },
  }
}

async function openSessions(): Promise<GatewayDb> {
  if (!onPostgres) {
    const db = new Kysely<GatewaySchema>({ dialect: openSqlite(':memory:') })
    await migrateGateway(db)
    return db
  }
  const postgres = await openTestDatabase({
    name: 'gateway',
    async fill(template) {
      const db = template.forSchema<GatewaySchema>(gatewaySchema)
      await createSchema(db, gatewaySchema)
      await migrateGateway(db)
    },
  })
  onTestFinished(postgres.close)
  return postgres.forSchema<GatewaySchema>(gatewaySchema)
}
