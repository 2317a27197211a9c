/** Set by `npm run test:all`. */
const isFull = process.env.TEST_SIZE === 'full'

/** Both sizes must be able to find the same faults. */
export const testSize = <T>(sizes: { small: T; full: T }): T => (isFull ? sizes.full : sizes.small)
