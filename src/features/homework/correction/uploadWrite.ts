import type { Call } from '../../../api/client/call.ts'
import { readRelation } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import type { WriteKind } from '../../../outbox/queue/Writes.ts'

/** Properties that identify a file. `sha1` is in hex, or '' if unknown. */
export type FileFingerprint = { name: string; size: number; sha1: string }

export type SubmissionOwner = { todo_id: number; user_id: number }

/**
 * Creates the write that uploads one file to a submission or a correction. `fetchFiles` returns the files that the
 * service has, or undefined if it does not show them.
 */
export const uploadWrite = (
  name: string,
  ownerKind: 'submission' | 'correction',
  fetchFiles: (call: Call, owner: SubmissionOwner) => Promise<readonly Document[] | undefined>,
): WriteKind<typeof documents.upload> => ({
  name,
  endpoint: documents.upload,
  // The files of a correction that was restored as a draft may be uploaded already.
  checksBeforeSending: true,
  async wasApplied({ input: { body } }, call) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== ownerKind) throw new Error(`${body.related_to} is no relation of a ${ownerKind}`)
    const files = await fetchFiles(call, { todo_id: relation.todoId, user_id: relation.userId })
    return files && isUploaded(await createFingerprint(body.file), files.map(toFingerprint))
  },
})

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
