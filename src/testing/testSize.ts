/** Whether this run uses the full sizes. `npm run test:rest` sets TEST_SIZE=full; without it the sizes are small. */
const isFull = process.env.TEST_SIZE === 'full'

/** Returns the size of a simulation or a sample for this run. Both sizes must be able to find the same faults. */
export const testSize = <T>(sizes: { small: T; full: T }): T => (isFull ? sizes.full : sizes.small)
