/** The part of the Web Locks API that tabs take turns by. */
export type Locks = {
  request<T>(name: string, options: { signal: AbortSignal }, run: () => Promise<T>): Promise<T>
}

/** How a tab stands: what it does for somebody who looks, it does while it is visible. */
export type TabPage = {
  visible(): boolean
  focused(): boolean
  /** Called when the tab was shown or hidden, got or lost the focus, and with `online` when the network came back. */
  subscribe(listener: (online: boolean) => void): () => void
}

export type TabTurn = ReturnType<typeof createTabTurn>

/**
 * Which of a person's tabs does a thing for all of them: a lock that is held from `want` to `release`, and no longer
 * than the tab lives. `began` is called when it was got.
 */
export function createTabTurn(name: string, locks: Locks | undefined, began: () => void) {
  let waiting: AbortController | undefined
  let holder: AbortController | undefined
  // Blocked storage makes asking for a lock fail: then nobody waits for anybody.
  let lockless = locks === undefined
  return {
    /** There are locks to take turns by. */
    isShared: () => !lockless,
    isMine: () => lockless || (holder !== undefined && holder === waiting),
    /** Stands in line, if it does not yet. */
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
    /** Passes it on. */
    release() {
      waiting?.abort(new DOMException('the turn was passed on', 'AbortError'))
      waiting = undefined
    },
  }
}
