import { normalizeText } from './normalizeText.ts'

const plainText = /^[\0-\x7f]*$/

/** For searching: folds case, accents, and ß to ss. */
export const foldText = (text: string): string =>
  plainText.test(text)
    ? text.toLowerCase()
    : normalizeText(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

export const splitWords = (text: string): string[] => foldText(text).split(/\s+/).filter(Boolean)

/** A typed word with its other spellings, folded. */
export type SearchWord = readonly string[]

/** Splits typed text for `hasWords`. "mueller" also finds Müller, and "Müller" finds Mueller. */
export const splitSearchWords = (text: string): SearchWord[] =>
  text.split(/\s+/).filter(Boolean).map(getSpellings)

function getSpellings(word: string): SearchWord {
  const folded = foldText(word)
  const withTwoLetters = foldText(normalizeText(word, 'NFC').replaceAll(/[äöü]/giu, '$&e'))
  return [...new Set([folded, withTwoLetters, folded.replaceAll(/([aou])e/g, '$1')])].filter(Boolean)
}

/** Whether the folded text contains every word in one of its spellings. */
export const hasWords = (foldedText: string, words: readonly SearchWord[]): boolean =>
  words.every(spellings => spellings.some(spelling => foldedText.includes(spelling)))
