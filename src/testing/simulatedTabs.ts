import { vi } from 'vitest'
import { ApiError } from '../api/client/ApiError.ts'
import type { Call, CallOptions } from '../api/client/call.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { submissions } from '../contract/submissions.ts'
import { openOutboxOn } from '../outbox/createOutbox.ts'
import type { Outbox } from '../outbox/Outbox.ts'
import type { WriteKind } from '../outbox/queue/Writes.ts'
import { createMemoryStore } from '../outbox/storage/memory.ts'
import type { Store } from '../outbox/storage/Store.ts'
import { plainSealing } from '../outbox/storage/sealing.ts'
import { testLocks } from './testLocks.ts'
import { type Fate as PlainFate, switchable, testChannels } from './testOutbox.ts'

/**
 * Outcome of the next request. `late`: no response, executed 3 s later. `unreadable`: executed, but the response is
 * invalid.
 */
export type Fate = PlainFate | 'late' | 'unreadable'

/** Write kind that appends a text to a lane, and can read whether it was appended. */
export const appending: WriteKind<typeof submissions.correct, string[]> = {
  name: 'appending',
  endpoint: submissions.correct,
  async fetchRemote({ user_id }, call) {
    const found: unknown = await call(submissions.get, { todo_id: 1, user_id })
    return Array.isArray(found) ? found.map(String) : []
  },
  reconcile: ({ input, now }) => (now.includes(input.body.teacher_correction) ? 'done' : 'send'),
}
/** Write kind that appends a text to a lane, and can’t read anything. */
export const guessing: WriteKind<typeof submissions.correct> = {
  name: 'guessing',
  endpoint: submissions.correct,
}

/** The simulated service. `answer` executes a call and returns its response. */
export type SimulatedService = {
  kinds: readonly WriteKind[]
  answer(endpoint: Endpoint, input: object): unknown
}

/** Simulates a service with lists of texts. Each pupil is one lane. */
function laneTexts() {
  const executed: { lane: number; text: string }[] = []
  const service: SimulatedService = {
    kinds: [appending, guessing],
    answer({ method }, input) {
      const lane = 'user_id' in input ? Number(input.user_id) : 0
      const body = 'body' in input && typeof input.body === 'object' && input.body
      const text = body && 'teacher_correction' in body ? String(body.teacher_correction) : ''
      if (method === 'POST') executed.push({ lane, text })
      return executed.filter(one => one.lane === lane).map(one => one.text)
    },
  }
  return { executed, service }
}

/** Simulates one browser and a service with lists of texts. `withKeys`: the service supports `Idempotency-Key`. */
export function simulate(withLocks: boolean, withKeys: boolean) {
  const { executed, service } = laneTexts()
  return { ...simulateBrowser(withLocks, service, withKeys), executed }
}

/** A tab that can crash between any two steps. After a crash none of its promises settles. */
export type SimulatedTab = {
  outbox: Promise<Outbox>
  page: EventTarget
  dead: () => boolean
  /** Makes the tab crash after this number of steps. `done` is whether the last step is still executed. */
  die(after: number, done: boolean): void
}

const never = new Promise<never>(() => undefined)

/** Simulates one browser with a service. `withKeys`: the service supports `Idempotency-Key`. */
export function simulateBrowser(withLocks: boolean, service: SimulatedService, withKeys = false) {
  /** Responses of the service by key. */
  const answers = new Map<string, unknown>()
  const disk: Store = { ...createMemoryStore(), kept: true, close: () => undefined }
  const fates: Fate[] = []
  const active = switchable()
  const online = switchable()
  const openChannel = testChannels()
  const locks = testLocks()

  const fail = (kind: ApiError['kind'], status?: number, retryAt?: number) =>
    new ApiError(kind, {
      endpoint: submissions.correct,
      ...(status && { status }),
      ...(retryAt && { retryAt }),
    })
  /** Executes a call at the service, even if its tab has crashed. */
  async function serve(endpoint: Endpoint, input: object, key: string | undefined): Promise<unknown> {
    if (!online.now()) throw fail('offline')
    if (!active.now()) throw fail('signedOut', 401)
    const isWrite = endpoint.method !== 'GET'
    const fate = fates.shift() ?? 'ok'
    const execute = () => {
      if (!withKeys || !isWrite || key === undefined) return service.answer(endpoint, input)
      if (!answers.has(key)) answers.set(key, service.answer(endpoint, input))
      return answers.get(key)
    }
    if ((fate === 'lostAfter' || fate === 'unreadable') && isWrite) execute()
    if (fate === 'unreadable') throw fail('offContract', 200)
    if (fate === 'late' && isWrite) setTimeout(execute, 3000)
    if (fate === 'lostAfter' || fate === 'lostBefore' || fate === 'late') throw fail('offline')
    if (fate === 'error500') throw fail('server', 500)
    if (fate === 'busy') throw fail('busy', 429, Date.now() + 2000)
    if (fate === 'signedOut') throw fail('signedOut', 401)
    if (fate === 'refused' && isWrite) throw fail('invalid', 422)
    return execute()
  }

  function open(): SimulatedTab {
    const page = new EventTarget()
    let left = Number.POSITIVE_INFINITY
    let lastIsDone = true
    let dead = false
    const own = {}
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      if (dead) return never
      left -= 1
      if (left > 0) {
        const result = await work()
        return dead ? never : result
      }
      dead = true
      locks.drop(own)
      if (lastIsDone) work().catch(() => undefined)
      return never
    }
    const call: Call = async (endpoint: Endpoint, input: object, options: CallOptions = {}) => {
      await options.leaving?.()
      return step(() => serve(endpoint, input, options.key)).catch(error =>
        dead ? never : Promise.reject(error),
      )
    }
    const store: Store = {
      ...disk,
      change: (tables, work) => step(() => disk.change(tables, work)),
      read: (tables, work) => step(() => disk.read(tables, work)),
    }
    const channel = () => {
      const inner = openChannel()
      return {
        ...inner,
        postMessage: (data: unknown) => void (dead || inner.postMessage(data)),
        addEventListener: (type: 'message', hear: (event: MessageEvent<unknown>) => void) =>
          inner.addEventListener(type, event => void (dead || hear(event))),
      }
    }
    const outbox = openOutboxOn(store, plainSealing, {
      userId: 7,
      key: undefined,
      call,
      supportsKeys: () => withKeys,
      kinds: service.kinds,
      indexedDB: undefined,
      locks: withLocks ? locks.of(own, () => dead) : undefined,
      openChannel: channel,
      active,
      online,
      page,
    })
    return {
      outbox,
      page,
      dead: () => dead,
      die(after, isDone) {
        left = after
        lastIsDone = isDone
        if (after > 0) return
        dead = true
        locks.drop(own)
      },
    }
  }
  return { disk, fates, active, online, open }
}

/**
 * A fault of a browser or a tab. A crash happens after `after` steps. `done` is whether the last step is still
 * executed.
 */
export type Mishap =
  | { do: 'crash'; tab: number; after: number; done: boolean }
  | { do: 'fates'; fates: Fate[] }
  | { do: 'online' | 'active'; on: boolean }
  | { do: 'wait'; ms: number }

/** Opens two tabs of a browser. */
export function twoTabs(browser: ReturnType<typeof simulateBrowser>) {
  const tabs = [browser.open(), browser.open()]
  return {
    tabs,
    /**
     * Returns the tab at an index, and opens a new one if it has crashed. Returns undefined if the tab crashes while
     * opening.
     */
    async used(index: number) {
      const there = tabs[index]
      const used = there && !there.dead() ? there : browser.open()
      tabs[index] = used
      const outbox = await unlessDead(used, used.outbox)
      return outbox && { used, outbox }
    },
    async befall(given: Mishap): Promise<void> {
      if (given.do === 'crash') tabs[given.tab]?.die(given.after, given.done)
      else if (given.do === 'fates') browser.fates.push(...given.fates)
      else if (given.do === 'wait') await passSteps(given.ms)
      else browser[given.do].set(given.on)
    },
  }
}

/** Advances the time by `ms`, then completes what needs no time. */
export async function passSteps(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await turns()
}

/** Completes what needs no time: steps of the simulated disk and messages between tabs. */
export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

/** Returns the result of `work`, or undefined if the tab crashed or the work failed. */
export async function unlessDead<T>(of: SimulatedTab, work: Promise<T>): Promise<T | undefined> {
  let result: { value: T } | undefined
  work.then(
    value => {
      result = { value }
    },
    () => undefined,
  )
  for (let wait = 0; wait < 40 && !result && !of.dead(); wait += 1) await turns(1)
  return result?.value
}
