import type { LeaseRow, Store, Transaction } from '../storage/Store.ts'

export type OutboxLocks = {
  request<T>(
    name: string,
    options: { signal?: AbortSignal; mode?: 'shared'; ifAvailable?: true; steal?: true },
    run: (lock: unknown) => Promise<T>,
  ): Promise<T>
  query(): Promise<{ held?: { name?: string; mode?: string }[] }>
}

/** Elects the only tab of a user that sends. */
export type SenderLeader = {
  isLeader(): boolean
  /** False if another tab has become the leader. */
  confirmLeadership(transaction: Transaction): Promise<boolean>
  /** The page enters the back-forward cache. */
  suspend(): void
  resume(): void
  stop(): void
}

/** In ms. Renewed three times in this period. */
const leaseMs = 15_000
const leaseId = 'sender'

type SenderLeaderOptions = {
  name: string
  locks: OutboxLocks | undefined
  store: Store
  tab: string
  clock: () => number
  onBecameLeader(): void
}

/** Without Web Locks. A lease expires, so it need not be released. */
const leaseDefaults = { confirmLeadership: async () => true, suspend: () => {}, resume: () => {} }

/** Uses a Web Lock, otherwise a lease in storage. */
export function createSenderLeader({
  name,
  locks,
  store,
  tab,
  clock,
  onBecameLeader,
}: SenderLeaderOptions): SenderLeader {
  const stop = new AbortController()
  let isLeader = false
  const startLeading = () => {
    if (isLeader || stop.signal.aborted) return
    isLeader = true
    onBecameLeader()
  }
  // Other tabs have no access to entries in the memory of this page.
  if (!store.isPersistent) {
    queueMicrotask(startLeading)
    return { ...leaseDefaults, isLeader: () => isLeader, stop: () => stop.abort() }
  }
  if (locks) {
    let release = () => {}
    const suspend = () => {
      isLeader = false
      release()
    }
    const resume = () => {
      const request = new AbortController()
      const untilReleased = new Promise<void>(done => request.signal.addEventListener('abort', () => done()))
      release = () => request.abort()
      locks
        .request(name, { signal: request.signal }, () => {
          if (!request.signal.aborted) startLeading()
          return untilReleased
        })
        .catch(() => undefined)
    }
    resume()
    // A transaction may run after the page was frozen and another tab became the leader.
    return {
      isLeader: () => isLeader,
      confirmLeadership: async () => isLeader,
      suspend,
      resume,
      stop: suspend,
    }
  }

  const isAvailable = (lease: LeaseRow | undefined) => !lease || lease.tab === tab || lease.until < clock()
  const renew = async () => {
    if (stop.signal.aborted) return
    const isAcquired = await store
      .write(['leases'], async transaction => {
        if (!isAvailable(await transaction.get('leases', leaseId))) return false
        await transaction.put('leases', { id: leaseId, tab, until: clock() + leaseMs })
        return true
      })
      .catch(() => false)
    if (isAcquired) startLeading()
    else isLeader = false
  }
  const timer = setInterval(() => void renew(), leaseMs / 3)
  void renew()
  return {
    ...leaseDefaults,
    isLeader: () => isLeader,
    confirmLeadership: async transaction => (await transaction.get('leases', leaseId))?.tab === tab,
    stop() {
      stop.abort()
      clearInterval(timer)
      void store
        .write(['leases'], async transaction => {
          if ((await transaction.get('leases', leaseId))?.tab === tab)
            await transaction.remove('leases', leaseId)
        })
        .catch(() => undefined)
    },
  }
}
