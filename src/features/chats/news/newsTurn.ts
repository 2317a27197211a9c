import type { Locks } from '../../../session/tabs.ts'

/** Which of a person's visible tabs asks for all. */
export type NewsTurn = {
  isMine(): boolean
  /** Stands in line, if it does not yet. */
  want(): void
  /** Passes it on. */
  release(): void
}

/** A lock that is held from `want` to `release`, and no longer than the tab lives. `began` is called when it was got. */
export function createNewsTurn(name: string, locks: Locks | undefined, began: () => void): NewsTurn {
  let waiting: AbortController | undefined
  let holder: AbortController | undefined
  // Blocked storage makes asking for a lock fail: then nobody waits for anybody.
  let lockless = locks === undefined
  return {
    isMine: () => lockless || (holder !== undefined && holder === waiting),
    want() {
      if (waiting || !locks || lockless) return
      const own = new AbortController()
      waiting = own
      const released = new Promise<void>(release => own.signal.addEventListener('abort', () => release()))
      locks
        .request(name, { signal: own.signal }, () => {
          holder = own
          if (!own.signal.aborted) began()
          return released
        })
        .catch(() => {
          if (own.signal.aborted) return
          lockless = true
          began()
        })
    },
    release() {
      waiting?.abort(new DOMException('the turn was passed on', 'AbortError'))
      waiting = undefined
    },
  }
}
