/** Seconds taken for a token whose life the service does not tell. Too short only costs a refresh more. */
const defaultLife = 600

const longestLife = 366 * 24 * 3600

/** Seconds an access token lives: 0, negative, text, or longer than a year is not believed (cases 8). */
export function safeExpiresIn(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return defaultLife
  return value >= 1 && value <= longestLife ? Math.floor(value) : defaultLife
}
