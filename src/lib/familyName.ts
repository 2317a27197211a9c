/** Part of the family name when capitalised: `De Luca`. `Van` and `Ben` are common as middle names. */
const particles = new Set(
  ['Abu', 'Al', 'Da', 'De', 'Del', 'Della', 'Di', 'Dos', 'El', 'La', 'Le', 'Vom', 'Von'].map(particle =>
    particle.toLowerCase(),
  ),
)
const suffix = /^(?:jr|sr|jun|sen|ii|iii|iv)\.?$/iu
const capital = /^\p{Lu}/u

/**
 * Returns the last word, or the part before a comma. Particles count only when capitalised: `von Bismarck` is
 * under B, `De Luca` under D. Remarks in brackets and suffixes such as `Jr.` do not count.
 */
export function getFamilyName(name: string): string {
  const plain = name.replace(/\s*\([^()]*\)/gu, ' ').trim()
  const comma = plain.indexOf(',')
  const isFamilyFirst = comma > 0
  const words = (isFamilyFirst ? plain.slice(0, comma) : plain).split(/\s+/u).filter(Boolean)
  while (words.length > 1 && suffix.test(words.at(-1) ?? '')) words.pop()
  if (isFamilyFirst) {
    const first = words.findIndex(word => capital.test(word))
    return words.slice(Math.max(0, first)).join(' ')
  }
  let first = Math.max(0, words.length - 1)
  // The first word is a given name.
  while (first > 1 && isFamilyParticle(words[first - 1] ?? '')) first -= 1
  return words.slice(first).join(' ')
}

const isFamilyParticle = (word: string) => capital.test(word) && particles.has(word.toLowerCase())

/** Returns the first name for use in a sentence. Names are `Family, Given` or `Given Family`. */
export function getFirstName(name: string): string {
  const [family = '', given = ''] = name.split(',')
  return (given.trim() || family.trim()).split(/\s+/)[0] ?? ''
}

type Named = { name: string }

/** Compares by family name, then by full name. */
export function compareByFamilyName(language: string): (a: Named, b: Named) => number {
  const { compare } = new Intl.Collator(language, { numeric: true })
  // Sorting compares each name several times.
  const keys = new Map<string, string>()
  const getSortKey = ({ name }: Named) => {
    const cached = keys.get(name)
    if (cached !== undefined) return cached
    const key = getFamilyName(name)
    keys.set(name, key)
    return key
  }
  return (a, b) => compare(getSortKey(a), getSortKey(b)) || compare(a.name, b.name)
}
