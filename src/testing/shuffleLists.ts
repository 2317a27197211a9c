import { createRandom } from '../lib/createRandom.ts'

/** Shuffles the lists of a JSON value, because a service guarantees no order (rule 48). */
export function shuffleLists(value: unknown, seed: number): unknown {
  const random = createRandom(seed)
  const shuffle = (node: unknown): unknown => {
    if (Array.isArray(node)) {
      const entries = node.map(shuffle)
      for (let last = entries.length - 1; last > 0; last -= 1) {
        const swapIndex = Math.floor(random() * (last + 1))
        ;[entries[last], entries[swapIndex]] = [entries[swapIndex], entries[last]]
      }
      return entries
    }
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([name, field]) => [name, shuffle(field)]))
  }
  return shuffle(value)
}
