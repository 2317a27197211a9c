import type { OutboxLocks } from '../queue/senderTurn.ts'

/** A tab that was asked to let go stores what is typed first; one that sleeps or is gone is waited for so long, ms. */
const patience = 1500
/** So often it is tried while only tabs that look have the lock. */
const looksAtMost = 5

/** Only decides who is shown a field: nothing stored is ever overwritten unseen (`DraftRecords.save`). */
export type DraftLock = ReturnType<typeof createLock>

export const noLock: DraftLock = {
  isMine: () => true,
  isElsewhere: () => false,
  take: async () => true,
  takeOver: async () => undefined,
  letGo: () => undefined,
  handOver: () => undefined,
  look: async () => undefined,
  sleep: () => undefined,
  wake: () => undefined,
  stop: () => undefined,
}

/** `moved` is called when it was taken from this tab, or another tab let it go. */
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
      // Its turn comes once the tab that writes has let go, or is gone. Shared: it keeps nobody from writing.
      locks
        .request(name, { mode: 'shared', signal: mine.signal }, async () => undefined)
        .then(async () => {
          if (watch === mine) watch = undefined
          await look()
          moved()
        })
        .catch(() => {
          // It was taken over this tab's head: whether it is elsewhere still is asked anew.
          if (watch !== mine) return
          watch = undefined
          void look().then(moved)
        })
    }
  }
  /** Answers once it has it, or can't; then it keeps it until it lets go or it is taken away. */
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
  const look = async () => {
    const held = await isHeld().catch(() => false)
    if (!release) become(held)
  }
  const drop = () => {
    release?.()
    release = undefined
  }

  return {
    isMine: () => release !== undefined,
    isElsewhere: () => elsewhere,
    take(): Promise<boolean> {
      taking ??= (async () => {
        for (let tries = 1; !release && !stopped && !asleep; tries += 1) {
          if ((await hold({ ifAvailable: true })) || release) break
          if (await isHeld()) {
            become(true)
            return false
          }
          // Tabs that only look have it, for a moment: one that fell asleep over it would have it for ever.
          if (tries === looksAtMost) {
            await hold({ steal: true })
            break
          }
        }
        return true
      })()
        // Locks that fail are none.
        .catch(() => true)
        .finally(() => {
          taking = undefined
        })
      return taking
    },
    /** Takes it from whoever has it: in turn if that lets go, else by force. */
    takeOver(): Promise<void> {
      // Pressed twice it is asked for once.
      overtaking ??= (async () => {
        await taking
        if (release || stopped) return
        const tooLate = new AbortController()
        const timer = setTimeout(() => tooLate.abort(), patience)
        const given = await hold({ signal: tooLate.signal })
        clearTimeout(timer)
        if (!given && !release) await hold({ steal: true })
      })().finally(() => {
        overtaking = undefined
      })
      return overtaking
    },
    /** Nothing is written any more: whoever comes first may. */
    letGo: drop,
    handOver() {
      if (!release) return
      drop()
      become(true)
    },
    look,
    /** The page rests in the back-forward cache: it keeps nobody from writing, and is kept from it by nobody. */
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
