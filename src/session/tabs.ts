import { z } from 'zod/mini'
import { SessionAnswer } from '../contract/session.ts'
import type { TabChannel } from '../lib/openChannel.ts'
import type { Locks } from '../lib/tabTurn.ts'

export type { Locks, TabChannel }

/** What tabs of one browser tell each other. Checked on arrival: a tab may run an older build. */
const Told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('renewed'), answer: SessionAnswer }),
  z.object({ kind: z.literal('signedIn'), answer: SessionAnswer }),
  z.object({
    kind: z.literal('signedOut'),
    reason: z._default(z.enum(['signedOut', 'otherUser']), 'signedOut'),
  }),
])
export type Told = z.output<typeof Told>

/** A tab that was frozen while it held the lock must not hold up the others; the gateway has the last word. */
const lockPatience = 10_000

/** Joins the other tabs of the same name. Works alone where the platform lacks locks or channels. */
export function joinTabs(
  name: string,
  channel: TabChannel | undefined,
  locks: Locks | undefined,
  hear: (told: Told) => void,
) {
  channel?.addEventListener('message', ({ data }) => {
    const told = Told.safeParse(data)
    if (told.success) hear(told.data)
  })
  return {
    tell: (told: Told) => channel?.postMessage(told),
    /** Runs while no other tab does the same; alone where that can't be had in time. */
    async alone<T>(run: () => Promise<T>): Promise<T> {
      if (!locks) return run()
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), lockPatience)
      let granted = false
      try {
        return await locks.request(`${name}.refresh`, { signal: patience.signal }, () => {
          granted = true
          clearTimeout(timer)
          return run()
        })
      } catch (error) {
        if (granted) throw error
        return run()
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => channel?.close(),
  }
}

/** Why a person goes: they signed out, or somebody else signed in or is about to, who may not end their drafts. */
export type WipeReason = 'signedOut' | 'otherUser'

/** Kept until the gateway has heard of a sign-out. */
export const unheardKey = 'staffroom.sign-out-unheard'

/** Where tabs read when, Unix ms, somebody left and, after a space, why, where it was no plain sign-out. */
export const leftKey = 'staffroom.signed-out-at'

export const leftText = (reason: WipeReason, now: number): string =>
  reason === 'signedOut' ? String(now) : `${now} ${reason}`

export const whyLeft = (text: string | null): WipeReason =>
  text?.endsWith(' otherUser') ? 'otherUser' : 'signedOut'

export const leftAt = (text: string | null): number => Number(text?.split(' ')[0] ?? 0)
