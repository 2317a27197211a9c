import type { OutboxLocks } from '../queue/senderLeader.ts'

/** In ms. A frozen tab does not respond. */
const handOverTimeoutMs = 1500

/** Its holder is the only tab that edits the draft. */
export type DraftLock = {
  isOwner(): boolean
  isOwnedByOther(): boolean
  /** Returns whether this tab may edit. */
  acquire(): Promise<boolean>
  /** Steals the lock if its holder does not release it in time. */
  takeOver(): Promise<void>
  release(): Promise<void>
  refresh(): Promise<void>
  /** Releases the lock until `resume`. */
  suspend(): void
  resume(): void
}

export const noLock: DraftLock = {
  isOwner: () => true,
  isOwnedByOther: () => false,
  acquire: async () => true,
  takeOver: async () => undefined,
  release: async () => undefined,
  refresh: async () => undefined,
  suspend: () => undefined,
  resume: () => undefined,
}

export function createDraftLock(locks: OutboxLocks, name: string, onStolen: () => void): DraftLock {
  let releaseLock: (() => void) | undefined
  let released: Promise<unknown> = Promise.resolve()
  let isOwnedByOther = false
  let isSuspended = false
  let takingOver: Promise<void> | undefined

  /** Holds the lock until it is released or stolen. Resolves to whether this tab got it. */
  const request = (options: Parameters<OutboxLocks['request']>[1]) =>
    new Promise<boolean>(resolve => {
      let ownRelease: (() => void) | undefined
      const whileHeld = locks
        .request(name, options, async lock => {
          if (!lock || isSuspended) return resolve(false)
          await new Promise<void>(release => {
            ownRelease = release
            releaseLock = release
            released = whileHeld
            isOwnedByOther = false
            resolve(true)
          })
        })
        .catch(() => {
          resolve(false)
          if (!ownRelease || releaseLock !== ownRelease) return
          releaseLock = undefined
          isOwnedByOther = true
          onStolen()
        })
    })
  const refresh = async () => {
    const { held } = await locks.query().catch(() => ({ held: [] }))
    // Tabs of an older release wait with shared locks.
    const isHeld = held?.some(lock => lock.name === name && lock.mode === 'exclusive') ?? false
    isOwnedByOther = isHeld && !releaseLock && !isSuspended
  }

  return {
    isOwner: () => releaseLock !== undefined,
    isOwnedByOther: () => isOwnedByOther,
    async acquire() {
      if (releaseLock || isSuspended || (await request({ ifAvailable: true }))) return true
      await refresh()
      return !isOwnedByOther
    },
    takeOver() {
      // Two clicks cause one request.
      takingOver ??= (async () => {
        if (releaseLock || isSuspended) return
        const timeout = new AbortController()
        const timer = setTimeout(() => timeout.abort(), handOverTimeoutMs)
        const isReleased = await request({ signal: timeout.signal })
        clearTimeout(timer)
        if (!isReleased && !releaseLock) await request({ steal: true })
      })().finally(() => {
        takingOver = undefined
      })
      return takingOver
    },
    async release() {
      if (!releaseLock) return
      releaseLock()
      releaseLock = undefined
      await released
      // Requests are processed in order: after this one, other tabs can acquire the lock.
      await refresh()
    },
    refresh,
    suspend() {
      isSuspended = true
      isOwnedByOther = false
      releaseLock?.()
      releaseLock = undefined
    },
    resume() {
      isSuspended = false
    },
  }
}
