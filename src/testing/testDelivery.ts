import 'fake-indexeddb/auto'
import { setMaxListeners } from 'node:events'
import { test as base, type TestContext, vi } from 'vitest'
import { z } from 'zod/mini'
import { ApiError } from '../api/client/ApiError.ts'
import type { Call, CallOptions } from '../api/client/call.ts'
import { submissions } from '../contract/submissions.ts'
import { createDelivery, type DeliveryOptions } from '../delivery/createDelivery.ts'
import type { Delivery } from '../delivery/Delivery.ts'
import type { DraftKind, OpenDraft } from '../delivery/drafts/Drafts.ts'
import { type DeliverableEndpoint, type NewEntry, step } from '../delivery/entries/Entry.ts'
import { getDatabaseName } from '../delivery/storage/databaseName.ts'
import type { Condition } from '../delivery/storage/Store.ts'
import { isRecord } from '../lib/isRecord.ts'
import { testLocks } from './testLocks.ts'

export const testKey = new Uint8Array(32).fill(3)

export const noteDraft: DraftKind<{ text: string; files?: string[] | undefined }> = {
  name: 'note',
  value: z.object({ text: z.string(), files: z.optional(z.array(z.string())) }),
  isEmpty: ({ text }) => text === '',
}

/** Compares the text of a pupil before it is replaced. */
export const correctEndpoint: DeliverableEndpoint<typeof submissions.correct> = {
  endpoint: submissions.correct,
  async findConflict({ user_id }, base, call) {
    const remote = PupilText.parse(await call(submissions.get, { todo_id: 1, user_id }))
    return remote.text === base ? undefined : remote.text
  },
}

const PupilText = z.object({ text: z.string() })

/** An entry that sets the text of a pupil. `base`: the text that the user saw, for a check before. */
export const textEntry = (
  pupil: number,
  text: string,
  options: Partial<NewEntry> & { base?: string } = {},
): NewEntry => {
  const { base, ...rest } = options
  return {
    lane: `pupil ${pupil}`,
    title: text,
    steps: [step(submissions.correct, correctionInput(pupil, text), base)],
    ...rest,
  }
}

export const correctionInput = (user_id: number, text: string) => ({
  todo_id: 1,
  user_id,
  body: { teacher_correction: text },
})

/** `lostAfter`: executed, but the response is lost. */
export type RequestOutcome =
  | 'ok'
  | 'lostBefore'
  | 'lostAfter'
  | 'error500'
  | 'error503'
  | 'busy'
  | 'refused'
  | 'signedOut'
  | 'notOffered'

const failure = (kind: ApiError['kind'], status?: number, retryAt?: number) =>
  new ApiError(kind, {
    endpoint: submissions.correct,
    ...(status !== undefined && { status }),
    ...(retryAt !== undefined && { retryAt }),
  })

export class TextService {
  texts = new Map<number, { text: string; by: number }>()
  /** Executed writes, as `pupil: text`. */
  executed: string[] = []
  /** `POST 5` or `GET 5`. */
  calls: string[] = []
  /** Idempotency keys of all requests except GET. */
  keys: (string | undefined)[] = []
  /** By default `ok`. */
  outcomes: RequestOutcome[] = []
  readOutcomes: RequestOutcome[] = []
  isOnline = true
  /** Undefined if keys are not supported. */
  responsesByKey: Map<string, { text: string; by: number }> | undefined
  readonly clock: () => number

  constructor(clock: () => number = Date.now) {
    this.clock = clock
  }

  /** Writes as user 7. */
  readonly call: Call = async (endpoint: { method: string }, input: object, options: CallOptions = {}) => {
    await Promise.resolve()
    options.signal?.throwIfAborted()
    await options.onBeforeSend?.()
    const user = 'user_id' in input ? Number(input.user_id) : 0
    this.calls.push(`${endpoint.method} ${user}`)
    if (endpoint.method !== 'GET') this.keys.push(options.key)
    const outcome = (endpoint.method === 'GET' ? this.readOutcomes : this.outcomes).shift() ?? 'ok'
    await Promise.resolve()
    if (!this.isOnline || outcome === 'lostBefore') throw failure('offline')
    if (outcome === 'notOffered') throw failure('server', 501)
    if (outcome === 'error500') throw failure('server', 500)
    if (outcome === 'error503') throw failure('server', 503)
    if (outcome === 'busy') throw failure('busy', 429, this.clock() + 3000)
    if (outcome === 'refused') throw failure('invalid', 422)
    if (outcome === 'signedOut') throw failure('signedOut', 401)
    if (endpoint.method !== 'GET' && 'body' in input && isRecord(input.body)) {
      const storedResponse = this.responsesByKey?.get(options.key ?? '')
      if (storedResponse && outcome === 'lostAfter') throw failure('offline')
      if (storedResponse) return storedResponse
      const text = String(input.body.teacher_correction)
      this.responsesByKey?.set(options.key ?? '', { text, by: 7 })
      this.texts.set(user, { text, by: 7 })
      this.executed.push(`${user}: ${text}`)
      if (outcome === 'lostAfter') throw failure('offline')
    }
    return this.texts.get(user) ?? { text: '', by: 0 }
  }
}

export function createToggle(initialValue = true): Condition & { set(initialValue: boolean): void } {
  const listeners = new Set<() => void>()
  let value = initialValue
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
  }
}

export function testChannels() {
  const channels = new Set<{ listeners: ((event: MessageEvent<unknown>) => void)[] }>()
  return () => {
    const channel = { listeners: [] as ((event: MessageEvent<unknown>) => void)[] }
    channels.add(channel)
    return {
      postMessage(data: unknown) {
        const copy = structuredClone(data)
        for (const other of channels) {
          if (other === channel) continue
          for (const listeners of other.listeners) {
            setImmediate(() => channels.has(other) && listeners(new MessageEvent('message', { data: copy })))
          }
        }
      },
      addEventListener: (_type: 'message', listener: (event: MessageEvent<unknown>) => void) =>
        void channel.listeners.push(listener),
      close: () => void channels.delete(channel),
    }
  }
}

/** Storage and encryption are real. `Date` and timeouts must be faked. */
export function testBrowser() {
  const service = new TextService()
  const active = createToggle()
  const online = createToggle()
  const page = new EventTarget()
  const indexedDB = new IDBFactory()
  const openChannel = testChannels()
  const locks = testLocks()
  const open: Delivery[] = []
  return {
    service,
    active,
    online,
    page,
    indexedDB,
    async tab(options: Partial<DeliveryOptions> = {}): Promise<Delivery> {
      const delivery = await createDelivery({
        userId: 7,
        key: testKey,
        call: service.call,
        supportsKeys: () => service.responsesByKey !== undefined,
        endpoints: [correctEndpoint],
        indexedDB,
        locks: locks.locksOf({}),
        openChannel,
        active,
        online,
        page,
        ...options,
      })
      open.push(delivery)
      return delivery
    },
    close() {
      for (const delivery of open) void delivery.stop()
    },
  }
}

let pendingCrypto = 0
const { subtle } = crypto
for (const name of ['encrypt', 'decrypt', 'importKey', 'digest'] as const) {
  const work: (...args: never[]) => Promise<unknown> = subtle[name].bind(subtle)
  Object.defineProperty(subtle, name, {
    configurable: true,
    value: (...args: never[]) => {
      pendingCrypto += 1
      return work(...args).finally(() => {
        pendingCrypto -= 1
      })
    },
  })
}

/** Completes storage, encryption and channels, which use no timers. */
export async function settle(requiredIdleTurns = 30): Promise<void> {
  for (let idleTurns = 0; idleTurns < requiredIdleTurns; idleTurns = pendingCrypto > 0 ? 0 : idleTurns + 1) {
    await new Promise(resolve => setImmediate(resolve))
  }
}

export async function advanceTime(ms: number, step = 500): Promise<void> {
  await settle()
  for (let remaining = ms; remaining > 0; remaining -= step) {
    await vi.advanceTimersByTimeAsync(Math.min(step, remaining))
    await settle()
  }
}

export const fakeTimers = (): void => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 18, 18),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
}

export type Browser = ReturnType<typeof testBrowser>
type Note = OpenDraft<{ text: string; files?: string[] | undefined }>

export const getSavedText = (draft: Note) => draft.state().saved?.value.text
export const getEarlierText = (draft: Note) => draft.state().earlier?.value.text

export async function queryTable(
  browser: Browser,
  table: string,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const name = await getDatabaseName(7, testKey)
  return new Promise((resolve, reject) => {
    const request = browser.indexedDB.open(name)
    request.onsuccess = () => {
      const database = request.result
      const transaction = database.transaction(table, 'readwrite')
      const tableRequest = work(transaction.objectStore(table))
      transaction.oncomplete = () => {
        database.close()
        resolve(tableRequest.result)
      }
      transaction.onerror = () => reject(transaction.error)
    }
  })
}

/** Returns a function that opens a new page with its delivery and draft. */
function createReload(browser: Browser) {
  // Each call opens another tab.
  setMaxListeners(0, browser.page)
  return async (key = '1/5', options: Parameters<typeof browser.tab>[0] = {}) => {
    const delivery = await browser.tab(options)
    return { delivery, draft: await delivery.drafts.open(noteDraft, key) }
  }
}
export type Reload = ReturnType<typeof createReload>

function openBrowser({ onTestFinished }: TestContext) {
  const browser = testBrowser()
  onTestFinished(browser.close)
  return browser
}

/** Test of a component, with a browser and real timers. */
export const screenTest = base.extend('browser', openBrowser)

/** Test with a browser and fake timers. */
export const test = base
  .extend('fakeTime', { auto: true }, ({ onTestFinished }) => {
    fakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })
  .extend('browser', openBrowser)
  .extend('reload', ({ browser }) => createReload(browser))
