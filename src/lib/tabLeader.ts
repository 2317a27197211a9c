export type Locks = {
  request<T>(name: string, options: { signal: AbortSignal }, run: () => Promise<T>): Promise<T>
}

export type TabPage = {
  isVisible(): boolean
  /** `online` is true when the network has returned. */
  subscribe(listener: (online: boolean) => void): () => void
}

/** Elects the tab that works for all tabs of a user, by a lock. */
export function createTabLeader(name: string, locks: Locks | undefined, onAcquired: () => void) {
  let pendingLock: AbortController | undefined
  let heldLock: AbortController | undefined
  // With blocked storage, requesting a lock fails. Then each tab works for itself.
  let isLockless = locks === undefined
  return {
    isShared: () => !isLockless,
    isLeader: () => isLockless || (heldLock !== undefined && heldLock === pendingLock),
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
    release() {
      pendingLock?.abort(new DOMException('the lock was released', 'AbortError'))
      pendingLock = undefined
    },
  }
}
