import { harmlessName } from '../../../ui/harmlessName.ts'

const longest = 120

/**
 * A name within a sentence: harmless, held together whatever its direction, cut where it would be the whole page
 * (cases 14). The end stays, for there the kind of the file stands.
 */
export function shownName(name: string): string {
  const characters = Array.from(harmlessName(name))
  const cut =
    characters.length <= longest
      ? characters
      : [...characters.slice(0, longest - 20), '…', ...characters.slice(-19)]
  return `\u2068${cut.join('')}\u2069`
}
