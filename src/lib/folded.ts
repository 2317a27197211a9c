import { normalized } from './normalized.ts'

const plainText = /^[\0-\x7f]*$/

/** Returns a text for searching: without case, accents and the difference between ß and ss. */
export const folded = (text: string): string =>
  plainText.test(text)
    ? text.toLowerCase()
    : normalized(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)
