import fc from 'fast-check'

/** Of every property test unless `FAST_CHECK_SEED` is set. */
const fixedSeed = 20_261_121

/** Parses `FAST_CHECK_SEED`: an integer, or `random` for a new seed. Throws for any other text. */
function parseSeed(text: string | undefined): number {
  if (text === undefined || text === '') return fixedSeed
  if (text === 'random') return Math.floor(Math.random() * 2 ** 31)
  const seed = Number(text)
  if (!Number.isSafeInteger(seed)) throw new Error(`FAST_CHECK_SEED must be an integer or "random": ${text}`)
  return seed
}

// One seed for the process, so that the retry of a failed property fails again.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: parseSeed(process.env.FAST_CHECK_SEED) })

export { fc }
