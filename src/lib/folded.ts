import { normalized } from './normalized.ts'

const plainText = /^[\0-\x7f]*$/

/** A text as people search for it: without case, accents and the difference of ß and ss. */
export const folded = (text: string): string =>
  plainText.test(text)
    ? text.toLowerCase()
    : normalized(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)
