import { Problem } from '../answers/problem.ts'
import type { createWindows, FixedWindow } from './fixedWindow.ts'
import { hashSecret } from './secrets.ts'

const quarterHour = 15 * 60_000
const month = 30 * 24 * 3_600_000

/** Slows down who tries passwords and secrets (cases 39). */
export type Guesses = ReturnType<typeof createGuesses>

/**
 * In a quarter of an hour at most 10 wrong tries for a name from one address, 100 for a name from everywhere, and 300
 * from one address for all names: a whole school can sit behind one address, and mistypes. The last two stop nobody at an
 * address where they signed in this month: else a stranger could lock somebody, or a whole school, out of their own.
 * Names are counted by their hash, because a client may send names of any length (cases 55).
 */
export function createGuesses(clock: () => number, windows: ReturnType<typeof createWindows>) {
  const byPair = windows('guessed pair', { limit: 10, windowMs: quarterHour })
  const byName = windows('guessed name', { limit: 100, windowMs: quarterHour })
  const byAddress = windows('guessed from', { limit: 300, windowMs: quarterHour })
  const signedIn = windows('signed in', { limit: 1, windowMs: month })
  const pairOf = (name: string, address: string) => hashSecret(JSON.stringify([name, address]))
  return {
    /** Counts a try, as a wrong one; throws 429 when there were too many for the name, from the address, or both. */
    async attempt(name: string, address: string): Promise<void> {
      const pair = await pairOf(name, address)
      const counts: [FixedWindow, string][] = [[byPair, pair]]
      if (!(await signedIn.isFull(pair))) {
        counts.push([byName, await hashSecret(name)], [byAddress, address])
      }
      for (const [at, [window, key]] of counts.entries()) {
        const { allowed, resetsAt } = await window.add(key)
        if (allowed) continue
        // What is refused was no try.
        for (const [before, itsKey] of counts.slice(0, at)) await before.undo(itsKey)
        throw tooManyTries(Math.ceil((resetsAt - clock()) / 1000))
      }
    },
    /** Takes back a try that turned out right, and forgets the wrong ones before it. */
    async right(name: string, address: string): Promise<void> {
      const pair = await pairOf(name, address)
      await byPair.forget(pair)
      if (await signedIn.isFull(pair)) return
      await byName.undo(await hashSecret(name))
      await byAddress.undo(address)
      await signedIn.add(pair)
    },
  }
}

function tooManyTries(seconds: number): Problem {
  const minutes = Math.ceil(seconds / 60)
  return new Problem(
    429,
    'too_many_tries',
    `Too many tries that were wrong. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    undefined,
    { 'Retry-After': String(Math.max(1, seconds)) },
  )
}
