import type { OutboxLocks } from '../outbox/queue/senderLeader.ts'

type Mode = 'exclusive' | 'shared'
type Held = { name: string; mode: Mode; tab: object; steal: () => void }
type Waiting = { name: string; mode: Mode; tab: object; grant: () => void }

/** Web Locks in one event loop: queued, shared, if available, stolen, and released by a crash. */
export function testLocks() {
  let held: Held[] = []
  let waiting: Waiting[] = []
  const names: string[] = []
  const isFree = ({ name, mode }: Pick<Waiting, 'name' | 'mode'>) =>
    held.every(one => one.name !== name || (mode === 'shared' && one.mode === 'shared'))
  const grantNext = () => {
    const first = waiting.filter((one, at) => waiting.findIndex(({ name }) => name === one.name) === at)
    const next = first.find(isFree)
    if (!next) return
    waiting = waiting.filter(one => one !== next)
    next.grant()
    grantNext()
  }
  const nextTurn = () => new Promise(resolve => setImmediate(resolve))

  /** `dead` returns whether the tab has crashed. */
  function locksOf(tab: object, dead: () => boolean = () => false): OutboxLocks {
    return {
      async request(name, { signal, mode, ifAvailable, steal }, run) {
        names.push(name)
        await nextTurn()
        if (dead()) return new Promise<never>(() => undefined)
        signal?.throwIfAborted()
        const requested: Pick<Waiting, 'name' | 'mode' | 'tab'> = { name, mode: mode ?? 'exclusive', tab }
        const isNext = isFree(requested) && !waiting.some(one => one.name === name)
        if (ifAvailable && !isNext) return run(null)
        if (steal) for (const one of held.filter(one => one.name === name)) one.steal()
        return new Promise((resolve, reject) => {
          const grant = () => {
            const mine: Held = {
              ...requested,
              steal() {
                held = held.filter(one => one !== mine)
                reject(new DOMException('stolen', 'AbortError'))
              },
            }
            held.push(mine)
            const release = () => {
              held = held.filter(one => one !== mine)
              setImmediate(grantNext)
            }
            run({ name }).then(resolve, reject).finally(release)
          }
          if (steal) return grant()
          const mine = { ...requested, grant }
          waiting.push(mine)
          signal?.addEventListener('abort', () => {
            waiting = waiting.filter(one => one !== mine)
            reject(new DOMException('too late', 'AbortError'))
            grantNext()
          })
          grantNext()
        })
      },
      async query() {
        // Browsers process requests in order: a lock that is released after this call is still held in its response.
        const heldAtCall = held
        await nextTurn()
        return dead() ? new Promise<never>(() => undefined) : { held: heldAtCall }
      },
    }
  }
  return {
    of: locksOf,
    names: () => names as readonly string[],
    /** Releases the locks of a crashed tab, and removes its requests. */
    drop(tab: object) {
      held = held.filter(one => one.tab !== tab)
      waiting = waiting.filter(one => one.tab !== tab)
      grantNext()
    },
  }
}
