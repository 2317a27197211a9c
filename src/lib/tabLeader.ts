/** The part of the Web Locks API that `createTabLeader` uses. */
export type Locks = {
  request<T>(name: string, options: { signal: AbortSignal }, run: () => Promise<T>): Promise<T>
}

/** State of a tab. Work that only serves the screen is done while the tab is visible. */
export type TabPage = {
  visible(): boolean
  focused(): boolean
  /**
   * Called when the tab is shown or hidden, or gains or loses the focus. `online` is true when the network has
   * returned.
   */
  subscribe(listener: (online: boolean) => void): () => void
}

export type TabLeader = ReturnType<typeof createTabLeader>

/**
 * Elects the tab that does some work for all tabs of a user. It holds a lock from `acquire` until `release`, or until
 * the tab is closed. `onAcquired` is called when this tab gets the lock.
 */
export function createTabLeader(name: string, locks: Locks | undefined, onAcquired: () => void) {
  let pendingLock: AbortController | undefined
  let heldLock: AbortController | undefined
  // If the storage is blocked, requesting a lock fails. Then each tab works for itself.
  let isLockless = locks === undefined
  return {
    /** Whether tabs share the work through a lock. */
    isShared: () => !isLockless,
    isLeader: () => isLockless || (heldLock !== undefined && heldLock === pendingLock),
    /** Requests the lock, unless it is requested already. */
    acquire() {
      if (pendingLock || !locks || isLockless) return
      const request = new AbortController()
      pendingLock = request
      const released = new Promise<void>(release => request.signal.addEventListener('abort', () => release()))
      locks
        .request(name, { signal: request.signal }, () => {
          heldLock = request
          if (!request.signal.aborted) onAcquired()
          return released
        })
        .catch(() => {
          if (request.signal.aborted) return
          isLockless = true
          onAcquired()
        })
    },
    /** Releases the lock for another tab. */
    release() {
      pendingLock?.abort(new DOMException('the turn was passed on', 'AbortError'))
      pendingLock = undefined
    },
  }
}
