import 'fake-indexeddb/auto'
import { render } from '@testing-library/react'
import { Kysely } from 'kysely'
import { createMemoryRouter } from 'react-router'
import { onTestFinished } from 'vitest'
import { createBudget } from '../api/client/budget.ts'
import { createApi } from '../api/createApi.ts'
import { App } from '../app/App.tsx'
import type { Demo } from '../app/AppContext.tsx'
import { guardedStorage } from '../app/guardedStorage.ts'
import type { OutboxPlatform } from '../app/openOutbox.ts'
import { createPreferences, type Preferences } from '../app/preferences.ts'
import { wipeOnSignOut } from '../app/wipeOnSignOut.ts'
import type { AppSettings } from '../contract/session.ts'
import { createGateway } from '../gateway/gateway.ts'
import { type GatewaySchema, migrateGateway } from '../gateway/store.ts'
import type { Language } from '../i18n/language.ts'
import { texts } from '../i18n/texts.ts'
import { seedPassword, seedPeople } from '../school/people.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { openSqlite } from '../server/sqlite.ts'
import { registerApplication } from '../service/auth/applications.ts'
import { hashPassword } from '../service/auth/passwords.ts'
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
}

export type RenderOptions = {
  /** Address to begin at; `/` when left out. */
  at?: string
  /** Login name of who is signed in already; nobody when left out. */
  as?: string
  language?: Language
  /** The service has only what api.md has. */
  documentedOnly?: boolean
  /** With a class of a thousand pupils, as class 5. */
  crowd?: boolean
  /** With what goes wrong on purpose. */
  faults?: boolean
  /** What this browser kept; nothing when left out. */
  indexedDB?: IDBFactory
  /**
   * With live updates. Without them, as before a service that lacks them: what a screen asks for by itself is the same then
   * however slow the machine is.
   */
  live?: boolean
  /** People whom the school offers for one click, as a made-up school does; none when left out. */
  madeUpPeople?: AppSettings['demo_people']
  /** The demo's part of the app, without which this is not the demo. */
  demo?: Demo
  /** Answers instead of the gateway, for a gateway that is down; `undefined` lets the call through. */
  instead?: (request: Request) => Response | undefined | Promise<Response | undefined>
}

export type Rendered = {
  api: ReturnType<typeof createApi>
  service: TestService
  session: Session
  preferences: Preferences
  /** Made once the session is known. */
  readonly router: ReturnType<typeof createMemoryRouter>
  /** The gateway forgets who this is, as when the school ends the session. */
  endSession: () => void
}

/**
 * The whole app in jsdom over the real gateway and the real service in memory, on Wednesday 18 November 2026, with the
 * seed school in it. Nothing of ours is replaced but the network and the browser's history.
 */
export async function renderApp(options: RenderOptions = {}): Promise<Rendered> {
  const {
    at = '/',
    as,
    language = 'en',
    documentedOnly = false,
    crowd = false,
    faults = false,
    live = false,
    madeUpPeople = [],
    demo,
    instead,
  } = options
  const service = await testService({
    fill: faults ? schools.faulty : crowd ? schools.crowded : schools.seed,
    documentedOnly,
    now: testNow,
  })
  const { clock } = service
  const random = repeatableRandom(7)
  const application = {
    clientId: 'staffroom',
    name: 'Staffroom',
    secret: clientSecret,
    redirectUrl: settings.redirect_uri,
  }
  await registerApplication(service.db, application, random)
  const db = new Kysely<GatewaySchema>({ dialect: openSqlite(':memory:') })
  await migrateGateway(db)
  const gateway = createGateway({
    db,
    upstream: request => service.service.fetch(request, { address: '192.0.2.1' }),
    serviceUrl: origin,
    clientId: 'staffroom',
    clientSecret,
    settings: { ...settings, demo_people: madeUpPeople, demo: demo !== undefined },
    appOrigin: null,
    clock,
    random,
    seal: { key: random(32) },
    // What a test holds back for as long as it wants is not given up on by a busy machine.
    patience: 600_000,
  })

  let sessionId: string | null = null
  const send = async (path: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(path, origin), await asBytes(init))
    if (!live && request.url === `${origin}/api/v2/events`) return new Response(null, { status: 404 })
    const other = await instead?.(request)
    if (other) return other
    if (path.startsWith('/auth/oauth2/')) return service.service.fetch(request, { address: '192.0.2.1' })
    const answer = await gateway.fetch(request, { id: sessionId })
    if (answer.session) sessionId = answer.session.id
    return answer.response
  }

  localStorage.clear()
  sessionStorage.clear()
  const preferences = createPreferences(
    guardedStorage(() => localStorage),
    guardedStorage(() => sessionStorage),
  )
  if (language !== 'en') preferences.change({ language })
  const session = createSession({ fetch: send, storage: sessionStorage, clock, openChannel: () => undefined })
  const api = createApi({ fetch: session.fetch, clock, budget: createBudget({ clock }) })
  const { indexedDB = new IDBFactory() } = options
  wipeOnSignOut(session, api, preferences, indexedDB)
  await session.start()
  if (as) await signInAs(as, session, send)

  let router: Rendered['router'] | undefined
  await texts.speak(language)
  render(
    <App
      parts={{ api, session, preferences, clock, outbox: testOutbox(indexedDB), demo }}
      createRouter={routes => {
        router = createMemoryRouter(routes, { initialEntries: [at] })
        return router
      }}
    />,
  )
  onTestFinished(async () => {
    session.stop()
    await service.close()
    await db.destroy()
  })
  return {
    service,
    session,
    api,
    preferences,
    get router() {
      if (!router) throw new Error('the app has made no router yet')
      return router
    },
    endSession: () => {
      sessionId = null
    },
  }
}

/**
 * Returns `fill` with passwords that are hashed with few rounds: each test signs in, and all rounds are slow on purpose.
 */
const withCheapPasswords =
  (fill: typeof seedSchool): typeof seedSchool =>
  async (db, options) => {
    await fill(db, options)
    const logins = seedPeople.map(person => person.login)
    const password_hash = await hashPassword(seedPassword, options.random, 1000)
    await db.updateTable('users').set({ password_hash }).where('login', 'in', logins).execute()
  }

/** Created once: `testService` copies a school that the same function filled before. */
const schools = {
  seed: withCheapPasswords(seedSchool),
  crowded: withCheapPasswords(crowdedSchool),
  faulty: withCheapPasswords(faultySchool),
}

/** A form as the bytes a browser would send: jsdom's own lose the names of files on the way into Node's Request. */
async function asBytes(init: RequestInit | undefined): Promise<RequestInit | undefined> {
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

/** A browser of one tab, always online. */
const testOutbox = (indexedDB: IDBFactory): OutboxPlatform => ({
  indexedDB,
  locks: undefined,
  openChannel: () => undefined,
  online: { now: () => true, subscribe: () => () => undefined },
  page: window,
})

/** The way through the authorize page, without its screens. */
async function signInAs(
  login: string,
  session: Session,
  send: (path: string, init?: RequestInit) => Promise<Response>,
): Promise<void> {
  if (!seedPeople.some(person => person.login === login)) throw new Error(`nobody is called ${login}`)
  const asked = new URL(session.authorizeAddress('/'), origin).searchParams
  const body = { ...Object.fromEntries(asked), decision: 'allow', login, password: seedPassword }
  const answer = await send('/auth/oauth2/decision', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const outcome: unknown = await answer.json()
  const redirect =
    typeof outcome === 'object' && outcome && 'redirect_to' in outcome ? String(outcome.redirect_to) : ''
  const result = await session.finishSignIn(new URL(redirect).searchParams)
  if (result.kind !== 'signedIn') throw new Error(`${login} could not be signed in: ${result.kind}`)
}
