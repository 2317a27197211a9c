import type { OutboxLocks } from '../queue/senderLeader.ts'

/** Time for the owner to save and release the lock, in ms. A frozen or closed tab does not respond. */
const handOverTimeoutMs = 1500
/** Maximum number of attempts while only watching tabs hold the lock. */
const maxTries = 5

/**
 * Decides only which tab may edit. Even without it, `DraftRecords.save` never overwrites a version that the tab has not
 * seen.
 */
export type DraftLock = ReturnType<typeof createLock>

export const noLock: DraftLock = {
  isOwner: () => true,
  isElsewhere: () => false,
  take: async () => true,
  takeOver: async () => undefined,
  release: () => undefined,
  handOver: () => undefined,
  refresh: async () => undefined,
  sleep: () => undefined,
  wake: () => undefined,
  stop: () => undefined,
}

/** Creates the lock of a draft. `moved` is called when another tab takes or releases the lock. */
export function createLock(locks: OutboxLocks, name: string, moved: () => void) {
  let release: (() => void) | undefined
  let elsewhere = false
  let stopped = false
  let asleep = false
  let taking: Promise<boolean> | undefined
  let overtaking: Promise<void> | undefined
  let watch: AbortController | undefined

  const become = (isElsewhere: boolean) => {
    elsewhere = isElsewhere && !stopped && !asleep
    if (!elsewhere) {
      watch?.abort()
      watch = undefined
    } else if (!watch) {
      const mine = new AbortController()
      watch = mine
      // This request succeeds when the owner has released the lock or is closed. It is shared, so it does not prevent
      // other tabs from owning the draft.
      locks
        .request(name, { mode: 'shared', signal: mine.signal }, async () => undefined)
        .then(async () => {
          if (watch === mine) watch = undefined
          await refresh()
          moved()
        })
        .catch(() => {
          // Another tab has stolen the lock. Check again which tab owns it.
          if (watch !== mine) return
          watch = undefined
          void refresh().then(moved)
        })
    }
  }
  /**
   * Requests the lock. Resolves to whether this tab got it. The tab holds it until it releases the lock or another tab
   * steals it.
   */
  const hold = (options: Parameters<OutboxLocks['request']>[1]) =>
    new Promise<boolean>(answer => {
      let mine: (() => void) | undefined
      locks
        .request(name, options, lock => {
          if (!lock || stopped || asleep) return Promise.resolve(answer(false))
          return new Promise<void>(done => {
            mine = done
            release = done
            become(false)
            answer(true)
          })
        })
        .catch(() => {
          answer(false)
          if (!mine || release !== mine) return
          release = undefined
          become(true)
          moved()
        })
    })
  const isHeld = async () =>
    (await locks.query()).held?.some(held => held.name === name && held.mode === 'exclusive') ?? false
  const refresh = async () => {
    const held = await isHeld().catch(() => false)
    if (!release) become(held)
  }
  const drop = () => {
    release?.()
    release = undefined
  }

  return {
    isOwner: () => release !== undefined,
    isElsewhere: () => elsewhere,
    take(): Promise<boolean> {
      taking ??= (async () => {
        for (let tries = 1; !release && !stopped && !asleep; tries += 1) {
          if ((await hold({ ifAvailable: true })) || release) break
          if (await isHeld()) {
            become(true)
            return false
          }
          // Only watching tabs hold the lock, normally for a moment. Steal it, because a tab that is frozen at that
          // moment would hold it forever.
          if (tries === maxTries) {
            await hold({ steal: true })
            break
          }
        }
        return true
      })()
        // If Web Locks fail, continue without them.
        .catch(() => true)
        .finally(() => {
          taking = undefined
        })
      return taking
    },
    /** Acquires the lock from another tab. If that tab does not release it in time, steals it. */
    takeOver(): Promise<void> {
      // Two clicks cause one request.
      overtaking ??= (async () => {
        await taking
        if (release || stopped) return
        const tooLate = new AbortController()
        const timer = setTimeout(() => tooLate.abort(), handOverTimeoutMs)
        const given = await hold({ signal: tooLate.signal })
        clearTimeout(timer)
        if (!given && !release) await hold({ steal: true })
      })().finally(() => {
        overtaking = undefined
      })
      return overtaking
    },
    /** Releases the lock when the draft is empty or unused, so that any tab may acquire it. */
    release: drop,
    handOver() {
      if (!release) return
      drop()
      become(true)
    },
    refresh,
    /** The page enters the back-forward cache. It releases the lock and no longer counts as read-only. */
    sleep() {
      asleep = true
      become(false)
      drop()
    },
    wake() {
      asleep = false
      moved()
    },
    stop() {
      stopped = true
      become(false)
      drop()
    },
  }
}
