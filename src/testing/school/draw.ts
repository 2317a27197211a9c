import { createRandom } from '../../lib/createRandom.ts'

/** Pseudorandom numbers, the same in every run. */
export type Draw = ReturnType<typeof createDraw>

export function createDraw(seed: number) {
  const next = createRandom(seed)
  return {
    /** Both included. */
    number: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map(item => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}
