/** When to refresh and when to try again. Pure; `chance` is in [0, 1). Times in ms but for `expiresIn`. */

const second = 1000
/** Used for an `expires_in` nobody can believe. Too early a refresh harms nothing. */
const defaultLifetime = 600
const longestLifetime = 31 * 24 * 3600
const longestTimer = 24 * 3600 * second

/** Seconds a token lives: `expires_in` when it is believable, else ten minutes (cases 8). */
export const lifetimeOf = (expiresIn: number | undefined): number =>
  expiresIn !== undefined && Number.isFinite(expiresIn) && expiresIn > 0 && expiresIn <= longestLifetime
    ? expiresIn
    : defaultLifetime

/**
 * How long to wait before a refresh: ahead of expiry by a minute or a tenth, whichever is longer, and some more so that
 * tabs differ. Tokens of less than two minutes are refreshed in their last quarter, never more than once a second.
 */
export function refreshDelay(expiresIn: number | undefined, chance: number): number {
  const lifetime = lifetimeOf(expiresIn) * second
  const lead = lifetime < 120 * second ? lifetime / 4 : Math.max(60 * second, lifetime / 10)
  const jitter = chance * Math.min(30 * second, lifetime / 10)
  return Math.min(Math.max(lifetime - lead - jitter, second), longestTimer)
}

/** Wait after the nth failure in a row, from 1: doubling from 1 s to 32 s, less up to a quarter. */
export const backoffDelay = (failures: number, chance: number): number =>
  Math.min(2 ** Math.max(0, failures - 1), 32) * second * (1 - chance / 4)
