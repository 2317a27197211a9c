/** In words of any language, at the start of the name of a photo: `Page 3 `. */
const pageNumber = /^\p{L}+ (\d+) (?=\S)/u

export const removePageNumber = (name: string): string => name.replace(pageNumber, '')

const getPageNumber = (name: string) => Number(pageNumber.exec(name)?.[1] ?? Number.MAX_SAFE_INTEGER)

/**
 * Returns numbered photos in the order of their pages, because services guarantee no order (rule 48), then the
 * others.
 */
export const sortPages = <F extends { name: string }>(files: readonly F[]): F[] =>
  files.toSorted((a, b) => getPageNumber(a.name) - getPageNumber(b.name))
