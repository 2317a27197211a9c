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
 * What happens to the next request. `late`: no answer, and it is done three seconds afterwards. `unreadable`: done, and
 * the answer makes no sense.
 */
export type Fate = PlainFate | 'late' | 'unreadable'

/** Adds a text to a lane; whether it is there can be read. */
export const appending: WriteKind<typeof submissions.correct, string[]> = {
  name: 'appending',
  endpoint: submissions.correct,
  async fetchRemote({ user_id }, call) {
    const found: unknown = await call(submissions.get, { todo_id: 1, user_id })
    return Array.isArray(found) ? found.map(String) : []
  },
  reconcile: ({ input, now }) => (now.includes(input.body.teacher_correction) ? 'done' : 'send'),
}
/** The same, with nothing to read. */
export const guessing: WriteKind<typeof submissions.correct> = {
  name: 'guessing',
  endpoint: submissions.correct,
}

/** What stands behind the calls: `answer` does what a call asks for and answers it. */
export type SimulatedService = {
  kinds: readonly WriteKind[]
  answer(endpoint: Endpoint, input: object): unknown
}

/** Texts in lanes, by pupil. */
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

/** One browser, and a service of texts in lanes. */
export function simulate(withLocks: boolean) {
  const { executed, service } = laneTexts()
  return { ...simulateBrowser(withLocks, service), executed }
}

/** A tab that can be lost between any two steps: from then on nothing it awaits ever comes. */
export type SimulatedTab = {
  outbox: Promise<Outbox>
  page: EventTarget
  dead: () => boolean
  /** Lets so many more steps run; the last one is `done` or not before the tab is gone. */
  die(after: number, done: boolean): void
}

const never = new Promise<never>(() => undefined)

/** One browser before a service. */
export function simulateBrowser(withLocks: boolean, service: SimulatedService) {
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
  /** Executes as the service would, whoever still listens. */
  async function serve(endpoint: Endpoint, input: object): Promise<unknown> {
    if (!online.now()) throw fail('offline')
    if (!active.now()) throw fail('signedOut', 401)
    const isWrite = endpoint.method !== 'GET'
    const fate = fates.shift() ?? 'ok'
    const execute = () => service.answer(endpoint, input)
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
      return step(() => serve(endpoint, input)).catch(error => (dead ? never : Promise.reject(error)))
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

/** What befalls a browser and its tabs. `after` so many steps a tab is gone, the last of them `done` or not. */
export type Mishap =
  | { do: 'crash'; tab: number; after: number; done: boolean }
  | { do: 'fates'; fates: Fate[] }
  | { do: 'online' | 'active'; on: boolean }
  | { do: 'wait'; ms: number }

/** Two tabs of a browser, by their place. */
export function twoTabs(browser: ReturnType<typeof simulateBrowser>) {
  const tabs = [browser.open(), browser.open()]
  return {
    tabs,
    /** The tab at a place, opened anew where it is gone; nothing where it dies over that. */
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

/** Lets time pass, and then what needs none. */
export async function passSteps(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await turns()
}

/** What needs no time: steps of the simulated disk and messages between tabs. */
export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

/** What it comes to, or nothing where the tab died meanwhile. */
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
