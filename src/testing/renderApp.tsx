import 'fake-indexeddb/auto'
import { render } from '@testing-library/react'
import { Kysely } from 'kysely'
import { createMemoryRouter } from 'react-router'
import { onTestFinished } from 'vitest'
import { createRateLimit } from '../api/client/rateLimit.ts'
import { createApi } from '../api/createApi.ts'
import { App } from '../app/App.tsx'
import type { Demo } from '../app/AppContext.tsx'
import type { DeliveryPlatform } from '../app/openDelivery.ts'
import { createPreferences, type Preferences } from '../app/preferences.ts'
import { wipeOnSignOut } from '../app/wipeOnSignOut.ts'
import { acceptsIdempotencyHeader, idempotencyHeader } from '../contract/idempotency.ts'
import type { AppSettings } from '../contract/session.ts'
import { createGateway } from '../gateway/gateway.ts'
import { type GatewaySchema, migrateGateway } from '../gateway/schema.ts'
import { texts } from '../i18n/texts.ts'
import type { Language } from '../lib/language.ts'
import { seedPassword, seedPeople } from '../school/people.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { openSqlite } from '../server/sqlite.ts'
import { registerApplication } from '../service/auth/applications.ts'
import { hashPassword } from '../service/auth/passwords.ts'
import { createGuardedStorage } from '../session/guardedStorage.ts'
import { createSession, type Session } from '../session/session.ts'
import {
  crowdedSchool,
  faultySchool,
  repeatableRandom,
  type TestService,
  testNow,
  testService,
} from './testService.ts'

const origin = 'http://localhost:3000'
const clientSecret = 'a secret of the tests, long enough'
const settings: AppSettings = {
  authorize_url: '/auth/oauth2/authorize',
  client_id: 'staffroom',
  redirect_uri: `${origin}/sign-in/callback`,
  scopes: ['me', 'courses.memberships', 'chats', 'chats.messages'],
  school_time_zone: 'Europe/Berlin',
  languages: ['en', 'de'],
  service_name: 'school.example',
  demo_people: [],
  demo: false,
  extensions: true,
}

export type RenderOptions = {
  /** By default `/`. */
  at?: string
  /** Login name. Not signed in by default. */
  as?: string
  language?: Language
  documentedOnly?: boolean
  /** Whether the session says that the service is our own. By default, unless `documentedOnly`. */
  extensions?: boolean
  /** The service ignores `Idempotency-Key`, so the app verifies lost writes. */
  withoutKeys?: boolean
  /** The session does not know whether the user is a teacher. */
  withoutRole?: boolean
  /** Adds class 5 with 1,000 pupils. */
  crowd?: boolean
  /** Service of another app in the same test. That app closes it. */
  service?: TestService
  faults?: boolean
  indexedDB?: IDBFactory
  storage?: Readonly<Record<string, string>>
  /** Off by default, because it makes the requests of a screen depend on timing. */
  live?: boolean
  madeUpPeople?: AppSettings['demo_people']
  demo?: Demo
  /** Replaces the response of the gateway unless it returns `undefined`. */
  respond?: (request: Request) => Response | undefined | Promise<Response | undefined>
}

export type Rendered = {
  /** For tests with two apps in one document. */
  container: HTMLElement
  api: ReturnType<typeof createApi>
  service: TestService
  session: Session
  preferences: Preferences
  /** Throws until the session check is complete. */
  readonly router: ReturnType<typeof createMemoryRouter>
  /** The gateway forgets the session. */
  endSession: () => void
  /** Advances the clocks without firing timers, as if the computer slept. */
  sleep: (ms: number) => void
}

/** Renders the app in jsdom with gateway and service in memory, on Wednesday 18 November 2026. */
export async function renderApp(options: RenderOptions = {}): Promise<Rendered> {
  const {
    at = '/',
    as,
    language = 'en',
    documentedOnly = false,
    extensions = !documentedOnly,
    withoutKeys = false,
    withoutRole = false,
    crowd = false,
    faults = false,
    live = false,
    madeUpPeople = [],
    demo,
    storage = {},
    respond,
  } = options
  const service =
    options.service ??
    (await testService({
      fill: faults ? schools.faulty : crowd ? schools.crowded : schools.seed,
      documentedOnly,
      now: testNow,
    }))
  const { clock } = service
  const random = repeatableRandom(7)
  const application = {
    clientId: 'staffroom',
    name: 'Staffroom',
    secret: clientSecret,
    redirectUrl: settings.redirect_uri,
  }
  if (!options.service) await registerApplication(service.db, application, random)
  const db = new Kysely<GatewaySchema>({ dialect: openSqlite(':memory:') })
  await migrateGateway(db)
  const gateway = createGateway({
    db,
    upstream: async request => {
      const response = await service.service.fetch(request, { address: '192.0.2.1' })
      const isSignIn = sessionId === null && new URL(request.url).pathname === '/api/v2/me'
      if (!withoutRole || !isSignIn) return response
      const { is_teacher: _, is_student: __, ...profile } = await response.json()
      return Response.json(profile)
    },
    serviceUrl: origin,
    clientId: 'staffroom',
    clientSecret,
    settings: {
      ...settings,
      demo_people: madeUpPeople,
      demo: demo !== undefined,
      extensions,
    },
    appOrigin: null,
    clock,
    random,
    encryption: { key: random(32) },
    // Prevents timeouts on a busy machine.
    maxTimeoutMs: 600_000,
  })

  let sessionId: string | null = null
  const send = async (path: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(path, origin), await encodeForm(init))
    if (withoutKeys) request.headers.delete(idempotencyHeader)
    if (!live && request.url === `${origin}/api/v2/events`) return new Response(null, { status: 404 })
    const replacement = await respond?.(request)
    if (replacement) return replacement
    if (path.startsWith('/auth/oauth2/')) return service.service.fetch(request, { address: '192.0.2.1' })
    const result = await gateway.fetch(request, { id: sessionId })
    if (result.session) sessionId = result.session.id
    if (withoutKeys) result.response.headers.delete(acceptsIdempotencyHeader)
    return result.response
  }

  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const preferences = createPreferences(
    createGuardedStorage(() => localStorage),
    createGuardedStorage(() => sessionStorage),
  )
  if (language !== 'en') preferences.update({ language })
  const session = createSession({ fetch: send, storage: sessionStorage, clock, openChannel: () => undefined })
  const api = createApi({ fetch: session.fetch, clock, rateLimit: createRateLimit({ clock }) })
  const { indexedDB = new IDBFactory() } = options
  const delivery = testDelivery(indexedDB)
  wipeOnSignOut(session, api, preferences, indexedDB)
  await session.start()
  if (as) await signInAs(as, session, send)

  let router: Rendered['router'] | undefined
  await texts.setLanguage(language)
  const { container } = render(
    <App
      services={{ api, session, preferences, clock, delivery: delivery.platform, demo }}
      createRouter={routes => {
        router = createMemoryRouter(routes, { initialEntries: [at] })
        return router
      }}
    />,
  )
  onTestFinished(async () => {
    session.stop()
    if (!options.service) await service.close()
    await db.destroy()
  })
  return {
    container,
    service,
    session,
    api,
    preferences,
    get router() {
      if (!router) throw new Error('the app has not created a router yet')
      return router
    },
    endSession: () => {
      sessionId = null
    },
    sleep: ms => {
      service.advance(ms)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      delivery.wake()
    },
  }
}

/** Few hash rounds, because each test signs in. */
const withCheapPasswords =
  (fill: typeof seedSchool): typeof seedSchool =>
  async (db, options) => {
    await fill(db, options)
    const logins = seedPeople.map(person => person.login)
    const password_hash = await hashPassword(seedPassword, options.random, 1000)
    await db.updateTable('users').set({ password_hash }).where('login', 'in', logins).execute()
  }

const schools = {
  seed: withCheapPasswords(seedSchool),
  crowded: withCheapPasswords(crowdedSchool),
  faulty: withCheapPasswords(faultySchool),
}

/** Node's Request loses the file names of jsdom's forms. */
async function encodeForm(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init
  const boundary = 'form-of-the-tests'
  const parts: BlobPart[] = []
  for (const [name, value] of init.body) {
    const file = typeof value === 'string' ? '' : `; filename="${value.name.replaceAll('"', '%22')}"`
    const type =
      typeof value === 'string' ? '' : `Content-Type: ${value.type || 'application/octet-stream'}\r\n`
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`,
      value,
      '\r\n',
    )
  }
  const body = await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer()
  const headers = new Headers(init.headers)
  headers.set('Content-Type', `multipart/form-data; boundary=${boundary}`)
  return { ...init, headers, body: new Uint8Array(body) }
}

function testDelivery(indexedDB: IDBFactory): { platform: DeliveryPlatform; wake: () => void } {
  const listeners = new Set<() => void>()
  const online = {
    get: () => true,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    platform: { indexedDB, locks: undefined, openChannel: () => undefined, online, page: window },
    wake() {
      for (const listener of listeners) listener()
    },
  }
}

async function signInAs(
  login: string,
  session: Session,
  send: (path: string, init?: RequestInit) => Promise<Response>,
): Promise<void> {
  if (!seedPeople.some(person => person.login === login))
    throw new Error(`no user has the login name ${login}`)
  const query = new URL(session.authorizeAddress('/'), origin).searchParams
  const body = { ...Object.fromEntries(query), decision: 'allow', login, password: seedPassword }
  const response = await send('/auth/oauth2/decision', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const outcome: unknown = await response.json()
  const redirect =
    typeof outcome === 'object' && outcome && 'redirect_to' in outcome ? String(outcome.redirect_to) : ''
  const result = await session.finishSignIn(new URL(redirect).searchParams)
  if (result.kind !== 'signedIn') throw new Error(`${login} could not be signed in: ${result.kind}`)
}
