import type { ViewedFile } from './ViewedFile.ts'

const office =
  /^application\/(?:(?:x-)?(?:zip|7z|rar|tar|gzip|bzip2?)|msword|rtf|java-archive|x-msdownload|vnd\.(?:ms-|openxmlformats|oasis|rar|apple|android|sqlite3))/i
const ends =
  /\.(?:zip|7z|rar|tar|t?gz|bz2|docx?|docm|dotx?|xlsx?|xlsm|pptx?|pptm|ppsx|od[tspg]|pages|numbers|key|epub|exe|msi|dmg|apk|iso|jar|psd|ggb|notebook)$/i

/**
 * A kind of file there is no picture of, by what is said of it: not worth loading just to say so. What only claims to
 * be one is a download, as it is anyway.
 */
export const neverShown = ({ name, type }: Pick<ViewedFile, 'name' | 'type'>): boolean =>
  ends.test(name) || (office.test(type) && !/\.[a-z0-9]{1,5}$/i.test(name))
