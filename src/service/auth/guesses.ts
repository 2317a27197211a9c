import { Problem } from '../answers/problem.ts'
import { createFixedWindow } from './rateLimit.ts'

const quarterHour = 15 * 60_000
const month = 30 * 24 * 3_600_000

/** Slows down who tries passwords and secrets (cases 39). */
export type Guesses = ReturnType<typeof createGuesses>

/**
 * In a quarter of an hour at most 10 wrong tries for a name from one address, 100 for a name from everywhere, and 300
 * from one address for all names: a whole school can sit behind one address, and mistypes. The last two stop nobody at an
 * address where they signed in this month: else a stranger could lock somebody, or a whole school, out of their own.
 */
export function createGuesses(clock: () => number) {
  const byPair = createFixedWindow({ limit: 10, windowMs: quarterHour, clock })
  const byName = createFixedWindow({ limit: 100, windowMs: quarterHour, clock })
  const byAddress = createFixedWindow({ limit: 300, windowMs: quarterHour, clock })
  const signedIn = createFixedWindow({ limit: 1, windowMs: month, clock })
  const isKnown = (pair: string) => signedIn.fullUntil(pair) !== undefined
  const pairOf = (name: string, address: string) => JSON.stringify([name, address])
  return {
    /** Throws 429 when there were too many wrong tries for the name, from the address, or both. */
    check(name: string, address: string) {
      const pair = pairOf(name, address)
      const full =
        byPair.fullUntil(pair) ??
        (isKnown(pair) ? undefined : (byName.fullUntil(name) ?? byAddress.fullUntil(address)))
      if (full !== undefined) throw tooManyTries(Math.ceil((full - clock()) / 1000))
    },
    /** Counts a wrong try. */
    wrong(name: string, address: string) {
      const pair = pairOf(name, address)
      byPair.add(pair)
      if (isKnown(pair)) return
      byName.add(name)
      byAddress.add(address)
    },
    /** Takes back a try that was counted before it turned out right, and forgets the wrong ones before it. */
    right(name: string, address: string) {
      const pair = pairOf(name, address)
      byPair.forget(pair)
      if (isKnown(pair)) return
      byName.undo(name)
      byAddress.undo(address)
      signedIn.add(pair)
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
