import { normalizeText } from './normalizeText.ts'

const plainText = /^[\0-\x7f]*$/

/** For searching: folds case, accents, and ß to ss. */
export const foldText = (text: string): string =>
  plainText.test(text)
    ? text.toLowerCase()
    : normalizeText(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

export const splitWords = (text: string): string[] => foldText(text).split(/\s+/).filter(Boolean)
