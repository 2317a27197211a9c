import { z } from 'zod/mini'
import { SessionResponse } from '../contract/session.ts'
import type { TabChannel } from '../lib/openChannel.ts'
import type { Locks } from '../lib/tabLeader.ts'

export type { Locks, TabChannel }

/** Validated, because a tab may run an older build. */
const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('renewed'), answer: SessionResponse }),
  z.object({ kind: z.literal('signedIn'), answer: SessionResponse }),
  z.object({
    kind: z.literal('signedOut'),
    reason: z._default(z.enum(['signedOut', 'otherUser']), 'signedOut'),
  }),
])
export type TabMessage = z.output<typeof TabMessage>

/** In ms. A frozen tab must not block the others. The gateway prevents a double refresh. */
const maxLockWait = 10_000

/** Without locks or channels, works for this tab alone. */
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
    /** Runs while no other tab does, or after `maxLockWait`. */
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

/** `otherUser` keeps the drafts. */
export type WipeReason = 'signedOut' | 'otherUser'

/** Until the gateway has received the sign-out. */
export const pendingSignOutKey = 'staffroom.sign-out-unheard'

/** Unix ms and, after a space, the reason unless plain. */
export const signOutKey = 'staffroom.signed-out-at'

export const formatSignOut = (reason: WipeReason, now: number): string =>
  reason === 'signedOut' ? String(now) : `${now} ${reason}`

export const signOutReason = (text: string | null | undefined): WipeReason =>
  text?.endsWith(' otherUser') ? 'otherUser' : 'signedOut'

export const signOutTime = (text: string | null | undefined): number => Number(text?.split(' ')[0] ?? 0)
