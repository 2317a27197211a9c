import { compareByFamilyName, getFamilyName } from '../../../lib/familyName.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'

type Named = { id: number; name: string }

/** Letters that many people type as two, because they have no key for them. */
const umlauts = /[äöüÄÖÜ]/gu

/** Returns the words of a name, folded: `muller` and `mueller` for `Müller`, and also the parts of `Horn-Berg`. */
function getWords(name: string): string[] {
  const spellings = [name, normalizeText(name, 'NFC').replace(umlauts, letter => `${letter}e`)]
  return spellings.flatMap(spelling => foldText(spelling).split(/[^\p{L}\p{N}'’]+/u)).filter(Boolean)
}

/**
 * Returns the pupils of whose names every typed word is the beginning of a word. Family names that begin with the first
 * word come first, then all others by family name.
 */
export function matchPupils<Pupil extends Named>(
  pupils: readonly Pupil[],
  text: string,
  language: string,
): Pupil[] {
  const typed = splitWords(text)
    .flatMap(word => word.split(/[^\p{L}\p{N}'’]+/u))
    .filter(Boolean)
  const isMatch = ({ name }: Pupil) => {
    const words = getWords(name)
    return typed.every(start => words.some(word => word.startsWith(start)))
  }
  const isFamilyMatch = ({ name }: Pupil) =>
    getWords(getFamilyName(name)).some(word => word.startsWith(typed[0] ?? ''))
  const matches = pupils.filter(isMatch).toSorted(compareByFamilyName(language))
  const { first = [], others = [] } = Object.groupBy(matches, pupil =>
    isFamilyMatch(pupil) ? 'first' : 'others',
  )
  return [...first, ...others]
}

/** Returns the IDs of pupils whose name another pupil has, too. */
export function findNamesakes(pupils: readonly Named[]): ReadonlySet<number> {
  const byName = Map.groupBy(pupils, ({ name }) => foldText(name.trim()))
  return new Set(
    [...byName.values()].filter(same => same.length > 1).flatMap(same => same.map(({ id }) => id)),
  )
}
