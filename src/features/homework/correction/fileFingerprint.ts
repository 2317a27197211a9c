import type { Document } from '../../../contract/document.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'

/** Properties that identify a file. `sha1` is in hex, or '' if unknown. */
export type FileFingerprint = { name: string; size: number; sha1: string }

export const toFingerprint = ({ name, size, sha1_checksum: sha1 }: Document): FileFingerprint => ({
  name,
  size,
  sha1,
})

/**
 * Whether the service has a file with the same name and checksum (rule 26). Without checksums, it compares the number
 * of files of this name and size with `filesBefore`, and returns undefined without these.
 */
export function isUploaded(
  local: FileFingerprint,
  remote: readonly FileFingerprint[],
  filesBefore?: readonly FileFingerprint[],
): boolean | undefined {
  const withSameNameAndSize = (files: readonly FileFingerprint[]) =>
    files.filter(({ name, size }) => isSameName(name, local.name) && size === local.size)
  const similar = withSameNameAndSize(remote)
  if (similar.some(({ sha1 }) => sha1 !== '' && sha1.toLowerCase() === local.sha1)) return true
  const isUnclear = similar.some(({ sha1 }) => sha1 === '' || local.sha1 === '')
  if (!isUnclear) return false
  return filesBefore && similar.length > withSameNameAndSize(filesBefore).length
}

const isSameName = (a: string, b: string) => normalizeText(a, 'NFC') === normalizeText(b, 'NFC')

export async function createFingerprint(file: File): Promise<FileFingerprint> {
  return { name: file.name, size: file.size, sha1: await sha1Hex(file) }
}
