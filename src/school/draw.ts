/** Pseudorandom numbers (mulberry32), the same in every run. Not for secrets. */
export type Draw = ReturnType<typeof createDraw>

export function createDraw(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
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
