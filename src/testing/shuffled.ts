/** Numbers in [0, 1) that are the same every time. */
function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The same JSON, every list in it in another order: a service promises none (cases 48). */
export function shuffled(value: unknown, seed: number): unknown {
  const random = repeatable(seed)
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
