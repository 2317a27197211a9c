import fc from 'fast-check'

/** Seed of every property test unless `FAST_CHECK_SEED` says otherwise, so that a run does not depend on chance. */
const fixedSeed = 20_261_121

/**
 * Parses `FAST_CHECK_SEED`: an integer, as fast-check prints it for a failed test, or `random` for a new seed in each
 * property. Returns undefined for `random`. Throws for any other text.
 */
export function parseSeed(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return fixedSeed
  if (text === 'random') return undefined
  const seed = Number(text)
  if (!Number.isSafeInteger(seed)) throw new Error(`FAST_CHECK_SEED must be an integer or "random": ${text}`)
  return seed
}

const seed = parseSeed(process.env.FAST_CHECK_SEED)
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

export { fc }
