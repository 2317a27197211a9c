import type { Locks } from '../lib/tabLeader.ts'

type LockRequest = { name: string; tab: object; grant: () => void }

/** Web Locks in one event loop, with crashes. */
export function testLocks() {
  let held: { name: string; tab: object }[] = []
  let queue: LockRequest[] = []
  const names: string[] = []
  const grantNext = () => {
    const next = queue.find(({ name }) => held.every(lock => lock.name !== name))
    if (!next) return
    queue = queue.filter(request => request !== next)
    next.grant()
    grantNext()
  }

  function locksOf(tab: object, isCrashed: () => boolean = () => false): Locks {
    return {
      async request(name, { signal }, run) {
        names.push(name)
        await new Promise(resolve => setImmediate(resolve))
        if (isCrashed()) return new Promise<never>(() => undefined)
        signal.throwIfAborted()
        return new Promise((resolve, reject) => {
          const request = {
            name,
            tab,
            grant() {
              const lock = { name, tab }
              held.push(lock)
              run()
                .then(resolve, reject)
                .finally(() => {
                  held = held.filter(other => other !== lock)
                  setImmediate(grantNext)
                })
            },
          }
          queue.push(request)
          signal.addEventListener('abort', () => {
            if (!queue.includes(request)) return
            queue = queue.filter(other => other !== request)
            reject(new DOMException('aborted', 'AbortError'))
            grantNext()
          })
          grantNext()
        })
      },
    }
  }
  return {
    locksOf,
    names: () => names as readonly string[],
    /** Releases the locks of a crashed tab, and removes its requests. */
    releaseAll(tab: object) {
      held = held.filter(lock => lock.tab !== tab)
      queue = queue.filter(request => request.tab !== tab)
      grantNext()
    },
  }
}
