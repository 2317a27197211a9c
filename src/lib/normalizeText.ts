/**
 * No writing system uses 30 marks on one letter. A separator stops the sorting of marks (Unicode UAX 15,
 * stream-safe).
 */
const longMarkRun = /\p{M}{30}/gu
const joiner = '\u034f'

/** `String.normalize` takes ten seconds for 100,000 accents on one letter. */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  // biome-ignore lint/nursery/noJsRestrictedProperties: the one place.
  text.replaceAll(longMarkRun, `$&${joiner}`).normalize(form)

/** Compares texts without line endings and white space at both ends, which a service may change. */
export const isSameText = (one: string, other: string): boolean =>
  toComparableText(one) === toComparableText(other)
const toComparableText = (text: string) => normalizeText(text.replaceAll(/\r\n?/g, '\n'), 'NFC').trim()
