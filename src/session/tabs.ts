import { z } from 'zod/mini'
import { SessionAnswer } from '../contract/session.ts'
import type { TabChannel } from '../lib/openChannel.ts'
import type { Locks } from '../lib/tabLeader.ts'

export type { Locks, TabChannel }

/** Messages between the tabs of one browser. They are validated on receipt, because a tab may run an older build. */
const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('renewed'), answer: SessionAnswer }),
  z.object({ kind: z.literal('signedIn'), answer: SessionAnswer }),
  z.object({
    kind: z.literal('signedOut'),
    reason: z._default(z.enum(['signedOut', 'otherUser']), 'signedOut'),
  }),
])
export type TabMessage = z.output<typeof TabMessage>

/** A frozen tab that holds the lock must not block the others. The gateway prevents a double refresh. In ms. */
const maxLockWait = 10_000

/** Connects the tabs that use the same name. Works for this tab alone if the browser lacks locks or channels. */
export function joinTabs(
  name: string,
  channel: TabChannel | undefined,
  locks: Locks | undefined,
  onMessage: (message: TabMessage) => void,
) {
  channel?.addEventListener('message', ({ data }) => {
    const message = TabMessage.safeParse(data)
    if (message.success) onMessage(message.data)
  })
  return {
    broadcast: (message: TabMessage) => channel?.postMessage(message),
    /** Runs the task while no other tab runs it. Runs it anyway if the lock is not available in time. */
    async runExclusive<T>(run: () => Promise<T>): Promise<T> {
      if (!locks) return run()
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(), maxLockWait)
      let isGranted = false
      try {
        return await locks.request(`${name}.refresh`, { signal: timeout.signal }, () => {
          isGranted = true
          clearTimeout(timer)
          return run()
        })
      } catch (error) {
        if (isGranted) throw error
        return run()
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => channel?.close(),
  }
}

/**
 * Reason for deleting a person's data: they signed out, or another person has signed in or is about to. The latter may
 * not delete their drafts.
 */
export type WipeReason = 'signedOut' | 'otherUser'

/** Set until the gateway has received a sign-out. */
export const pendingSignOutKey = 'staffroom.sign-out-unheard'

/** Storage key of the last sign-out: Unix ms and, after a space, the reason if it was not a plain sign-out. */
export const signOutKey = 'staffroom.signed-out-at'

export const formatSignOut = (reason: WipeReason, now: number): string =>
  reason === 'signedOut' ? String(now) : `${now} ${reason}`

export const signOutReason = (text: string | null): WipeReason =>
  text?.endsWith(' otherUser') ? 'otherUser' : 'signedOut'

export const signOutTime = (text: string | null): number => Number(text?.split(' ')[0] ?? 0)
