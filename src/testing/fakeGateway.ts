import { type AppSettings, pageHeader } from '../contract/session.ts'
import { toBase64Url } from '../lib/encoding.ts'
import type { PageFetch } from '../session/requestGateway.ts'
import type { Locks, TabChannel } from '../session/tabs.ts'

/** Gateway, locks and channel for tests of several tabs in one event loop. */

export const settings: AppSettings = {
  authorize_url: 'https://school.example/auth/oauth2/authorize',
  client_id: 'staffroom',
  redirect_uri: 'https://app.example/sign-in/callback',
  scopes: ['me', 'chats'],
  school_time_zone: 'Europe/Berlin',
  languages: ['en', 'de'],
  service_name: 'school.example',
  demo_people: [],
  demo: false,
  extensions: true,
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const problem = (status: number, name: string) =>
  json(status, { error: { name, message: name, code: status } })

export type Person = { id: number; name: string }

/** Different for each user, the same in each run. */
export const draftKeyOf = ({ id }: Person): string => toBase64Url(new Uint8Array(32).fill(id))

export class FakeGateway {
  person: Person | undefined
  generation = 0
  tokenLifetimeSeconds = 3600
  expiresAt = 0
  /** Of every response, in ms. */
  latencyMs = 5
  /** Additional ms of a 401, by path. */
  refusalLatency = new Map<string, number>()
  /** Ms until the service checks the token, by path. */
  checkLatency = new Map<string, number>()
  /** Responses to the next refreshes. */
  refreshFaults: (() => Response | Promise<Response>)[] = []
  /** Responses to the next `GET /session` calls. */
  sessionFaults: (() => Response | Promise<Response>)[] = []
  /** `METHOD path`. */
  calls: string[] = []
  refreshes = 0
  isDown = false
  readonly clock: () => number

  constructor(clock: () => number) {
    this.clock = clock
  }

  signIn(person: Person) {
    this.person = person
    this.generation += 1
    this.expiresAt = this.clock() + this.tokenLifetimeSeconds * 1000
  }

  expire() {
    this.expiresAt = this.clock()
  }

  count(call: string) {
    return this.calls.filter(logged => logged === call).length
  }

  readonly fetch: PageFetch = async (path, init = {}) => {
    const method = init.method ?? 'GET'
    if (new Headers(init.headers).get(pageHeader) === null) return problem(403, 'not_allowed')
    this.calls.push(`${method} ${path}`)
    // The gateway adds the token of the request's arrival.
    const { expiresAt } = this
    await this.pause(init.signal)
    if (this.isDown) throw new TypeError('Failed to fetch')
    if (path === '/session' && method === 'POST') {
      this.signIn({ id: 2, name: 'Omar Ruiz' })
      return this.sessionResponse()
    }
    if (path === '/session' && method === 'DELETE') {
      this.person = undefined
      return new Response(null, { status: 204 })
    }
    if (path === '/session') return this.sessionFaults.shift()?.() ?? this.sessionResponse()
    if (path === '/session/refresh') return this.refresh(String(init.body))
    if (path === '/api/v2/forbidden') return problem(403, 'forbidden')
    const checkMs = this.checkLatency.get(path)
    if (checkMs !== undefined) await this.pause(init.signal, checkMs)
    if (path.startsWith('/api/v2/never')) return problem(401, 'signed_out')
    if (!this.person || this.clock() >= expiresAt) {
      await this.pause(init.signal, this.refusalLatency.get(path) ?? 0)
      return problem(401, 'signed_out')
    }
    return json(200, { path, body: init.body ?? null, user: this.person.id })
  }

  private async pause(signal: AbortSignal | null | undefined, ms = this.latencyMs) {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })
    signal?.throwIfAborted()
  }

  private sessionResponse() {
    const remainingSeconds = Math.ceil((this.expiresAt - this.clock()) / 1000)
    return json(200, {
      signed_in: this.person !== undefined,
      ...(this.person
        ? {
            user: this.person,
            draft_key: draftKeyOf(this.person),
            expires_in: Math.max(remainingSeconds, 0),
            generation: this.generation,
          }
        : {}),
      settings,
    })
  }

  private refresh(body: string) {
    const fault = this.refreshFaults.shift()
    if (fault) return fault()
    if (!this.person) return problem(401, 'signed_out')
    const { generation } = JSON.parse(body)
    if (generation === this.generation) {
      this.refreshes += 1
      this.generation += 1
      this.expiresAt = this.clock() + this.tokenLifetimeSeconds * 1000
    }
    return this.sessionResponse()
  }
}

/** BroadcastChannel in one event loop: delivers in a microtask to all other channels of the name. */
export function createFakeChannels(): (name?: string) => TabChannel {
  const names = new Map<string, Map<TabChannel, ((event: MessageEvent<unknown>) => void)[]>>()
  return (name = '') => {
    const channels = names.get(name) ?? new Map<TabChannel, ((event: MessageEvent<unknown>) => void)[]>()
    names.set(name, channels)
    const channel: TabChannel = {
      postMessage(data) {
        for (const [other, listeners] of channels) {
          if (other === channel) continue
          for (const listener of listeners) {
            queueMicrotask(() => channels.has(other) && listener(new MessageEvent('message', { data })))
          }
        }
      },
      addEventListener: (_type, listener) => channels.get(channel)?.push(listener),
      close: () => channels.delete(channel),
    }
    channels.set(channel, [])
    return channel
  }
}

/** Web Locks in one event loop: one holder per name, in order. */
export function createFakeLocks(): Locks {
  const lastRequests = new Map<string, Promise<unknown>>()
  return {
    request(name, { signal }, run) {
      const previous = lastRequests.get(name) ?? Promise.resolve()
      const result = previous.then(() => {
        signal.throwIfAborted()
        return run()
      })
      lastRequests.set(
        name,
        result.catch(() => undefined),
      )
      return result
    },
  }
}

export function createFakeStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    clear: () => entries.clear(),
    getItem: key => entries.get(key) ?? null,
    key: index => [...entries.keys()][index] ?? null,
    removeItem: key => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  }
}
