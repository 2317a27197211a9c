import type { LeaseRow, Step, Store } from '../storage/Store.ts'

export type OutboxLocks = {
  request<T>(
    name: string,
    options: { signal?: AbortSignal; mode?: 'shared'; ifAvailable?: true; steal?: true },
    run: (lock: unknown) => Promise<T>,
  ): Promise<T>
  query(): Promise<{ held?: { name?: string; mode?: string }[] }>
}

/** Which of a person's tabs sends. A tab that dies passes it on. */
export type SenderTurn = {
  isMine(): boolean
  /** Asked within the step that starts a request: false where another tab took over meanwhile. */
  allow(step: Step): Promise<boolean>
  /** The page rests in the back-forward cache: another tab may send, until it wakes. */
  sleep(): void
  wake(): void
  stop(): void
}

/** A lease is renewed three times in its life, ms. */
const leaseFor = 15_000
const leaseId = 'sender'

type Needs = {
  name: string
  locks: OutboxLocks | undefined
  store: Store
  tab: string
  clock: () => number
  began(): void
}

/** What there is to do where no lock is held. A lease ends by itself. */
const unlocked = { allow: async () => true, sleep: () => {}, wake: () => {} }

/** Waits for the turn from the start: by a lock held for the tab's life, or else by a lease in the storage. */
export function takeSenderTurn({ name, locks, store, tab, clock, began }: Needs): SenderTurn {
  const stop = new AbortController()
  let mine = false
  const begin = () => {
    if (mine || stop.signal.aborted) return
    mine = true
    began()
  }
  // What is in this page's memory no other tab can send.
  if (!store.kept) {
    queueMicrotask(begin)
    return { ...unlocked, isMine: () => mine, stop: () => stop.abort() }
  }
  if (locks) {
    let release = () => {}
    const sleep = () => {
      mine = false
      release()
    }
    const wake = () => {
      const rest = new AbortController()
      const held = new Promise<void>(done => rest.signal.addEventListener('abort', () => done()))
      release = () => rest.abort()
      locks
        .request(name, { signal: rest.signal }, () => {
          if (!rest.signal.aborted) begin()
          return held
        })
        .catch(() => undefined)
    }
    wake()
    // A step that waited while the page slept finds that another tab has the turn.
    return { isMine: () => mine, allow: async () => mine, sleep, wake, stop: sleep }
  }

  const isFree = (lease: LeaseRow | undefined) => !lease || lease.tab === tab || lease.until < clock()
  const renew = async () => {
    if (stop.signal.aborted) return
    const got = await store
      .change(['leases'], async step => {
        if (!isFree(await step.get('leases', leaseId))) return false
        await step.put('leases', { id: leaseId, tab, until: clock() + leaseFor })
        return true
      })
      .catch(() => false)
    if (got) begin()
    else mine = false
  }
  const timer = setInterval(() => void renew(), leaseFor / 3)
  void renew()
  return {
    ...unlocked,
    isMine: () => mine,
    allow: async step => (await step.get('leases', leaseId))?.tab === tab,
    stop() {
      stop.abort()
      clearInterval(timer)
      void store
        .change(['leases'], async step => {
          if ((await step.get('leases', leaseId))?.tab === tab) await step.remove('leases', leaseId)
        })
        .catch(() => undefined)
    },
  }
}
