import type { Call } from '../../../api/client/call.ts'
import { readRelation } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import type { WriteKind } from '../../../outbox/queue/Writes.ts'

/** Properties that identify a file. `sha1` is in hex, or '' if unknown. */
export type FilePrint = { name: string; size: number; sha1: string }

export type SubmissionOwner = { todo_id: number; user_id: number }

/**
 * Creates the write that uploads one file to a submission or a correction. A file that the service has already is not
 * sent. `read` returns the files of the service, or undefined if it does not show them.
 */
export const uploadWrite = (
  name: string,
  side: 'submission' | 'correction',
  read: (call: Call, owner: SubmissionOwner) => Promise<readonly Document[] | undefined>,
): WriteKind<typeof documents.upload> => ({
  name,
  endpoint: documents.upload,
  // A correction that was changed before it was sent may have files that are uploaded already.
  checksFirst: true,
  async wasApplied({ input: { body } }, call) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== side) throw new Error(`${body.related_to} is no relation of a ${side}`)
    const files = await read(call, { todo_id: relation.todoId, user_id: relation.userId })
    return files && isUploaded(await printOf(body.file), files.map(printIn))
  },
})

/** Returns the same properties of a document of the service. */
export const printIn = ({ name, size, sha1_checksum: sha1 }: Document): FilePrint => ({ name, size, sha1 })

/**
 * Whether a file is among the files of the service: the same name and checksum (rule 26). Without a checksum, it is if
 * there are more files of this name and size than `before`. If `before` is unknown, the result is undefined.
 */
export function isUploaded(
  local: FilePrint,
  remote: readonly FilePrint[],
  before?: readonly FilePrint[],
): boolean | undefined {
  const alike = (files: readonly FilePrint[]) =>
    files.filter(({ name, size }) => sameName(name, local.name) && size === local.size)
  const similar = alike(remote)
  if (similar.some(({ sha1 }) => sha1 !== '' && sha1.toLowerCase() === local.sha1)) return true
  const isUnclear = similar.some(({ sha1 }) => sha1 === '' || local.sha1 === '')
  if (!isUnclear) return false
  return before && similar.length > alike(before).length
}

const sameName = (a: string, b: string) => normalizeText(a, 'NFC') === normalizeText(b, 'NFC')

/** Returns the properties that identify a file. */
export async function printOf(file: File): Promise<FilePrint> {
  return { name: file.name, size: file.size, sha1: await sha1Hex(file) }
}
