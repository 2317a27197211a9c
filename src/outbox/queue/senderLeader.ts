import type { LeaseRow, Store, Transaction } from '../storage/Store.ts'

export type OutboxLocks = {
  request<T>(
    name: string,
    options: { signal?: AbortSignal; mode?: 'shared'; ifAvailable?: true; steal?: true },
    run: (lock: unknown) => Promise<T>,
  ): Promise<T>
  query(): Promise<{ held?: { name?: string; mode?: string }[] }>
}

/** Decides which tab of a user is the leader and sends. If the leader is closed, another tab takes over. */
export type SenderLeader = {
  isLeader(): boolean
  /** Returns false if another tab has become the leader. Called in the transaction that starts a request. */
  allow(transaction: Transaction): Promise<boolean>
  /** The page enters the back-forward cache. Another tab may become the leader. */
  sleep(): void
  wake(): void
  stop(): void
}

/** Duration of a lease, in ms. It is renewed three times in this period. */
const leaseMs = 15_000
const leaseId = 'sender'

type Needs = {
  name: string
  locks: OutboxLocks | undefined
  store: Store
  tab: string
  clock: () => number
  onBecameLeader(): void
}

/** Functions for tabs without a lock. A lease expires without being released. */
const unlocked = { allow: async () => true, sleep: () => {}, wake: () => {} }

/** Waits to become the leader: by a Web Lock for the lifetime of the tab, otherwise by a lease in storage. */
export function becomeLeader({ name, locks, store, tab, clock, onBecameLeader }: Needs): SenderLeader {
  const stop = new AbortController()
  let isLeader = false
  const begin = () => {
    if (isLeader || stop.signal.aborted) return
    isLeader = true
    onBecameLeader()
  }
  // Other tabs have no access to entries in the memory of this page.
  if (!store.isPersistent) {
    queueMicrotask(begin)
    return { ...unlocked, isLeader: () => isLeader, stop: () => stop.abort() }
  }
  if (locks) {
    let release = () => {}
    const sleep = () => {
      isLeader = false
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
    // A transaction may run after the page was frozen and another tab became the leader.
    return { isLeader: () => isLeader, allow: async () => isLeader, sleep, wake, stop: sleep }
  }

  const isFree = (lease: LeaseRow | undefined) => !lease || lease.tab === tab || lease.until < clock()
  const renew = async () => {
    if (stop.signal.aborted) return
    const got = await store
      .write(['leases'], async transaction => {
        if (!isFree(await transaction.get('leases', leaseId))) return false
        await transaction.put('leases', { id: leaseId, tab, until: clock() + leaseMs })
        return true
      })
      .catch(() => false)
    if (got) begin()
    else isLeader = false
  }
  const timer = setInterval(() => void renew(), leaseMs / 3)
  void renew()
  return {
    ...unlocked,
    isLeader: () => isLeader,
    allow: async transaction => (await transaction.get('leases', leaseId))?.tab === tab,
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
