import type { SchoolLanguage, When } from './schoolKind.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Reads a stored file of the made-up school by its path in this folder: `files/board.jpg` or
 * `en/files/letter.pdf`. Each host has its own way, from disk or over the network.
 */
export type SchoolFiles = (path: string) => Promise<Bytes>

/** Returns a reader that reads each file once, because many pupils hand in the same photo. */
export function readOnce(files: SchoolFiles): SchoolFiles {
  const read = new Map<string, Promise<Bytes>>()
  return path => {
    const bytes = read.get(path) ?? files(path)
    read.set(path, bytes)
    return bytes
  }
}

/** Options for inserting data: the time and the reader of stored files. */
export type Making = When & { files: SchoolFiles }

/** Returns the path of a stored file. Files with text exist once per language. */
export const keptIn = (language: SchoolLanguage, name: string): string =>
  /\.(?:pdf|txt|csv|docx)$/.test(name) ? `${language}/files/${name}` : `files/${name}`
