import { Problem } from '../../http/problem.ts'
import type { createWindows, FixedWindow } from './fixedWindow.ts'
import { hashSecret } from './secrets.ts'

const quarterHour = 15 * 60_000
const month = 30 * 24 * 3_600_000

/** Rule 39. */
export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/**
 * Wrong attempts per 15 minutes: 10 per name and address, 100 per name, 300 per address. The last two skip addresses
 * where the user signed in within 30 days, so that strangers can't lock out a user or a school. Hashes names, which may
 * have any length (rule 55).
 */
export function createLoginThrottle(clock: () => number, windows: ReturnType<typeof createWindows>) {
  const byPair = windows('guessed pair', { limit: 10, windowMs: quarterHour })
  const byName = windows('guessed name', { limit: 100, windowMs: quarterHour })
  const byAddress = windows('guessed from', { limit: 300, windowMs: quarterHour })
  const signedIn = windows('signed in', { limit: 1, windowMs: month })
  const pairOf = (name: string, address: string) => hashSecret(JSON.stringify([name, address]))
  return {
    /** Throws 429. */
    async countAttempt(name: string, address: string): Promise<void> {
      const pair = await pairOf(name, address)
      const counts: [FixedWindow, string][] = [[byPair, pair]]
      if (!(await signedIn.isFull(pair))) {
        counts.push([byName, await hashSecret(name)], [byAddress, address])
      }
      for (const [at, [window, key]] of counts.entries()) {
        const { allowed, resetsAt } = await window.add(key)
        if (allowed) continue
        for (const [before, countedKey] of counts.slice(0, at)) await before.undo(countedKey)
        throw tooManyAttempts(Math.ceil((resetsAt - clock()) / 1000))
      }
    },
    async recordSuccess(name: string, address: string): Promise<void> {
      const pair = await pairOf(name, address)
      await byPair.forget(pair)
      if (await signedIn.isFull(pair)) return
      await byName.undo(await hashSecret(name))
      await byAddress.undo(address)
      await signedIn.add(pair)
    },
  }
}

function tooManyAttempts(seconds: number): Problem {
  const minutes = Math.ceil(seconds / 60)
  return new Problem(
    429,
    'too_many_tries',
    `Too many tries that were wrong. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { 'Retry-After': String(Math.max(1, seconds)) },
  )
}
