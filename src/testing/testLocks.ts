import type { OutboxLocks } from '../outbox/queue/senderLeader.ts'

type Mode = 'exclusive' | 'shared'
type HeldLock = { name: string; mode: Mode; tab: object; steal: () => void }
type LockRequest = { name: string; mode: Mode; tab: object; grant: () => void }

/** Web Locks in one event loop, including modes, stealing and crashes. */
export function testLocks() {
  let heldLocks: HeldLock[] = []
  let queue: LockRequest[] = []
  const names: string[] = []
  const isFree = ({ name, mode }: Pick<LockRequest, 'name' | 'mode'>) =>
    heldLocks.every(lock => lock.name !== name || (mode === 'shared' && lock.mode === 'shared'))
  const grantNext = () => {
    const firstByName = queue.filter(
      (request, index) => queue.findIndex(({ name }) => name === request.name) === index,
    )
    const next = firstByName.find(isFree)
    if (!next) return
    queue = queue.filter(request => request !== next)
    next.grant()
    grantNext()
  }
  const yieldToEventLoop = () => new Promise(resolve => setImmediate(resolve))

  function locksOf(tab: object, isCrashed: () => boolean = () => false): OutboxLocks {
    return {
      async request(name, { signal, mode, ifAvailable, steal }, run) {
        names.push(name)
        await yieldToEventLoop()
        if (isCrashed()) return new Promise<never>(() => undefined)
        signal?.throwIfAborted()
        const requested: Pick<LockRequest, 'name' | 'mode' | 'tab'> = { name, mode: mode ?? 'exclusive', tab }
        const isNext = isFree(requested) && !queue.some(request => request.name === name)
        if (ifAvailable && !isNext) return run(null)
        if (steal) for (const lock of heldLocks.filter(lock => lock.name === name)) lock.steal()
        return new Promise((resolve, reject) => {
          const grant = () => {
            const lock: HeldLock = {
              ...requested,
              steal() {
                heldLocks = heldLocks.filter(other => other !== lock)
                reject(new DOMException('stolen', 'AbortError'))
              },
            }
            heldLocks.push(lock)
            const release = () => {
              heldLocks = heldLocks.filter(other => other !== lock)
              setImmediate(grantNext)
            }
            run({ name }).then(resolve, reject).finally(release)
          }
          if (steal) return grant()
          const request = { ...requested, grant }
          queue.push(request)
          signal?.addEventListener('abort', () => {
            queue = queue.filter(other => other !== request)
            reject(new DOMException('too late', 'AbortError'))
            grantNext()
          })
          grantNext()
        })
      },
      async query() {
        // As in browsers, this contains locks that were released after the call.
        const heldAtCall = heldLocks
        await yieldToEventLoop()
        return isCrashed() ? new Promise<never>(() => undefined) : { held: heldAtCall }
      },
    }
  }
  return {
    locksOf,
    names: () => names as readonly string[],
    /** Releases the locks of a crashed tab, and removes its requests. */
    releaseAll(tab: object) {
      heldLocks = heldLocks.filter(lock => lock.tab !== tab)
      queue = queue.filter(request => request.tab !== tab)
      grantNext()
    },
  }
}
