import { vi } from 'vitest'
import { ApiError } from '../api/client/ApiError.ts'
import type { Call, CallOptions } from '../api/client/call.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { submissions } from '../contract/submissions.ts'
import { createDeliveryOnStore } from '../delivery/createDelivery.ts'
import type { Delivery } from '../delivery/Delivery.ts'
import type { DeliverableEndpoint } from '../delivery/entries/Entry.ts'
import { noEncryption } from '../delivery/storage/encryption.ts'
import { createMemoryStore } from '../delivery/storage/memoryStore.ts'
import type { Store } from '../delivery/storage/Store.ts'
import { createToggle, type RequestOutcome as PlainOutcome, testChannels } from './testDelivery.ts'
import { testLocks } from './testLocks.ts'

/** `late`: executed 3 s later, without a response. `unreadable`: executed, with an invalid response. */
export type RequestOutcome = PlainOutcome | 'late' | 'unreadable'

export type SimulatedService = {
  endpoints: readonly DeliverableEndpoint[]
  respond(endpoint: Endpoint, input: object): unknown
}

/** Texts by pupil, each of which is one lane. */
function laneTexts() {
  const executed: { lane: number; text: string }[] = []
  const service: SimulatedService = {
    endpoints: [{ endpoint: submissions.correct }],
    respond({ method }, input) {
      const lane = 'user_id' in input ? Number(input.user_id) : 0
      const body = 'body' in input && typeof input.body === 'object' && input.body
      const text = body && 'teacher_correction' in body ? String(body.teacher_correction) : ''
      if (method === 'POST') executed.push({ lane, text })
      return executed.filter(write => write.lane === lane).map(write => write.text)
    },
  }
  return { executed, service }
}

export function simulate(withKeys: boolean) {
  const { executed, service } = laneTexts()
  return { ...simulateBrowser(service, withKeys), executed }
}

/** Can crash between any two steps. Then its promises never settle. */
export type SimulatedTab = {
  delivery: Promise<Delivery>
  page: EventTarget
  isCrashed: () => boolean
  /** `executesLastStep`: the crash happens after the last step, without its result. */
  crashAfter(steps: number, executesLastStep: boolean): void
}

const never = new Promise<never>(() => undefined)

/** `withKeys`: the service supports `Idempotency-Key`. */
export function simulateBrowser(service: SimulatedService, withKeys = false) {
  const responsesByKey = new Map<string, unknown>()
  const disk: Store = { ...createMemoryStore(), isPersistent: true, close: () => undefined }
  const outcomes: RequestOutcome[] = []
  const active = createToggle()
  const online = createToggle()
  const openChannel = testChannels()
  const locks = testLocks()

  const fail = (kind: ApiError['kind'], status?: number, retryAt?: number) =>
    new ApiError(kind, {
      endpoint: submissions.correct,
      ...(status && { status }),
      ...(retryAt && { retryAt }),
    })
  /** Executes a call even if its tab has crashed. */
  async function serve(endpoint: Endpoint, input: object, key: string | undefined): Promise<unknown> {
    if (!online.get()) throw fail('offline')
    if (!active.get()) throw fail('signedOut', 401)
    const isWrite = endpoint.method !== 'GET'
    const outcome = outcomes.shift() ?? 'ok'
    const execute = () => {
      if (!withKeys || !isWrite || key === undefined) return service.respond(endpoint, input)
      if (!responsesByKey.has(key)) responsesByKey.set(key, service.respond(endpoint, input))
      return responsesByKey.get(key)
    }
    if ((outcome === 'lostAfter' || outcome === 'unreadable') && isWrite) execute()
    if (outcome === 'unreadable') throw fail('offContract', 200)
    if (outcome === 'late' && isWrite) setTimeout(execute, 3000)
    if (outcome === 'lostAfter' || outcome === 'lostBefore' || outcome === 'late') throw fail('offline')
    if (outcome === 'error500') throw fail('server', 500)
    if (outcome === 'busy') throw fail('busy', 429, Date.now() + 2000)
    if (outcome === 'signedOut') throw fail('signedOut', 401)
    if (outcome === 'refused' && isWrite) throw fail('invalid', 422)
    return execute()
  }

  function open(): SimulatedTab {
    const page = new EventTarget()
    let remainingSteps = Number.POSITIVE_INFINITY
    let executesLastStep = true
    let isCrashed = false
    const tab = {}
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isCrashed) return never
      remainingSteps -= 1
      if (remainingSteps > 0) {
        const result = await work()
        return isCrashed ? never : result
      }
      isCrashed = true
      locks.releaseAll(tab)
      if (executesLastStep) work().catch(() => undefined)
      return never
    }
    const call: Call = async (endpoint: Endpoint, input: object, options: CallOptions = {}) => {
      await options.onBeforeSend?.()
      return step(() => serve(endpoint, input, options.key)).catch(error =>
        isCrashed ? never : Promise.reject(error),
      )
    }
    const store: Store = {
      ...disk,
      write: (tables, work) => step(() => disk.write(tables, work)),
      read: (tables, work) => step(() => disk.read(tables, work)),
    }
    const channel = () => {
      const inner = openChannel()
      return {
        ...inner,
        postMessage: (data: unknown) => void (isCrashed || inner.postMessage(data)),
        addEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) =>
          inner.addEventListener(type, event => void (isCrashed || listener(event))),
      }
    }
    const delivery = createDeliveryOnStore(store, noEncryption, {
      userId: 7,
      key: undefined,
      call,
      supportsKeys: () => withKeys,
      endpoints: service.endpoints,
      indexedDB: undefined,
      locks: locks.locksOf(tab, () => isCrashed),
      openChannel: channel,
      active,
      online,
      page,
    })
    return {
      delivery,
      page,
      isCrashed: () => isCrashed,
      crashAfter(steps, executesLast) {
        remainingSteps = steps
        executesLastStep = executesLast
        if (steps > 0) return
        isCrashed = true
        locks.releaseAll(tab)
      },
    }
  }
  return { disk, outcomes, active, online, open }
}

/** `done`: the last step is still executed. */
export type Fault =
  | { do: 'crash'; tab: number; after: number; done: boolean }
  | { do: 'outcomes'; outcomes: RequestOutcome[] }
  | { do: 'online' | 'active'; on: boolean }
  | { do: 'wait'; ms: number }

export function openTwoTabs(browser: ReturnType<typeof simulateBrowser>) {
  const tabs = [browser.open(), browser.open()]
  return {
    tabs,
    /** Replaces a crashed tab. Returns undefined if the new one crashes while opening. */
    async getRunningTab(index: number) {
      const existing = tabs[index]
      const tab = existing && !existing.isCrashed() ? existing : browser.open()
      tabs[index] = tab
      const delivery = await unlessCrashed(tab, tab.delivery)
      return delivery && { tab, delivery }
    },
    async applyFault(fault: Fault): Promise<void> {
      if (fault.do === 'crash') tabs[fault.tab]?.crashAfter(fault.after, fault.done)
      else if (fault.do === 'outcomes') browser.outcomes.push(...fault.outcomes)
      else if (fault.do === 'wait') await advanceTime(fault.ms)
      else browser[fault.do].set(fault.on)
    },
  }
}

export async function advanceTime(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await flush()
}

/** Completes pending steps and messages between tabs. */
export async function flush(count = 12): Promise<void> {
  for (let index = 0; index < count; index += 1) await new Promise(resolve => setImmediate(resolve))
}

export async function unlessCrashed<T>(tab: SimulatedTab, work: Promise<T>): Promise<T | undefined> {
  let result: { value: T } | undefined
  work.then(
    value => {
      result = { value }
    },
    () => undefined,
  )
  for (let turn = 0; turn < 40 && !result && !tab.isCrashed(); turn += 1) await flush(1)
  return result?.value
}
