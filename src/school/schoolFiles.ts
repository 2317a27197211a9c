import type { SchoolLanguage, When } from './schoolKind.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/**
 * How a host reads a file that is kept for the made-up school, from its disk or over its network, by its path in this
 * folder: `files/board.jpg`, `en/files/letter.pdf`, `faults/files/active.pdf`. Those of scripts/photos.ts are among them.
 */
export type SchoolFiles = (path: string) => Promise<Bytes>

/** The same, each read once: one photo is many pupils' work. */
export function readOnce(files: SchoolFiles): SchoolFiles {
  const read = new Map<string, Promise<Bytes>>()
  return path => {
    const bytes = read.get(path) ?? files(path)
    read.set(path, bytes)
    return bytes
  }
}

/** When something is made, and with what. */
export type Making = When & { files: SchoolFiles }

/** Where a file is kept: what is in words, once in each language. */
export const keptIn = (language: SchoolLanguage, name: string): string =>
  /\.(?:pdf|txt|csv|docx)$/.test(name) ? `${language}/files/${name}` : `files/${name}`
