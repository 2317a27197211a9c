import type { SchoolLanguage, SchoolTime } from './schoolKind.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** By path in this folder, e.g. `files/board.jpg`. */
export type SchoolFiles = (path: string) => Promise<Bytes>

/** Many pupils hand in the same photo. */
export function cacheFiles(files: SchoolFiles): SchoolFiles {
  const read = new Map<string, Promise<Bytes>>()
  return path => {
    const bytes = read.get(path) ?? files(path)
    read.set(path, bytes)
    return bytes
  }
}

export type SeedInput = SchoolTime & { files: SchoolFiles }

/** Files with text exist once per language. */
export const getStoredPath = (language: SchoolLanguage, name: string): string =>
  /\.(?:pdf|txt|csv|docx)$/.test(name) ? `${language}/files/${name}` : `files/${name}`
