import { createRandom } from '../../src/lib/createRandom.ts'

/** Repeatable pseudo-random choices. */
export type Draw = {
  /** From 0 to below 1. */
  next: () => number
  happens: (probability: number) => boolean
  oneOf: <T>(list: readonly T[]) => T
  /** Chooses by the hash of an entry's name, so that a small change of the list mostly keeps the choice. */
  byName: <T>(list: readonly T[], nameOf: (entry: T) => string) => T
  shuffled: <T>(list: readonly T[]) => T[]
}

export function createDraw(seed: number): Draw {
  const next = createRandom(seed)
  const oneOf = <T>(list: readonly T[]): T => {
    const entry = list[Math.floor(next() * list.length)]
    if (entry === undefined) throw new Error('There is nothing to draw from.')
    return entry
  }
  return {
    next,
    happens: probability => next() < probability,
    oneOf,
    byName(list, nameOf) {
      const salt = String(next())
      const ranked = list.map(entry => ({ entry, rank: hash(salt + nameOf(entry)) }))
      return oneOf([ranked.reduce((first, other) => (other.rank < first.rank ? other : first)).entry])
    },
    shuffled: list =>
      list
        .map(entry => ({ entry, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry),
  }
}

/** FNV-1a */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value
}
