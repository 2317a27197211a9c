/** Repeatable random numbers in [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Returns the JSON with its lists in another order, because a service guarantees none (rule 48). */
export function shuffleLists(value: unknown, seed: number): unknown {
  const random = createRandom(seed)
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) {
      const entries = one.map(walk)
      for (let at = entries.length - 1; at > 0; at -= 1) {
        const other = Math.floor(random() * (at + 1))
        ;[entries[at], entries[other]] = [entries[other], entries[at]]
      }
      return entries
    }
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, field]) => [name, walk(field)]))
  }
  return walk(value)
}
