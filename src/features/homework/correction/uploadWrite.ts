import { z } from 'zod/mini'
import type { Call } from '../../../api/client/call.ts'
import { readRelation } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import type { Verdict, WriteKind } from '../../../outbox/queue/Writes.ts'

/** Properties that identify a file. `sha1` is in hex, or '' if unknown. */
const FilePrint = z.object({ name: z.string(), size: z.number(), sha1: z.string() })
export type FilePrint = z.output<typeof FilePrint>

/** The file to upload, and the files that the service has. */
const UploadSnapshot = z.object({
  ours: FilePrint,
  there: z.array(FilePrint),
  /** Whether the service does not show the files. */
  unread: z.optional(z.literal(true)),
})
type UploadSnapshot = z.output<typeof UploadSnapshot>

export type SubmissionOwner = { todo_id: number; user_id: number }

/**
 * Creates the write that uploads one file to a submission or a correction. After a lost response, the service's files
 * are checked before the file is sent again. `read` returns them, or undefined if the service does not show them.
 */
export const uploadWrite = (
  name: string,
  side: 'submission' | 'correction',
  read: (call: Call, owner: SubmissionOwner) => Promise<readonly Document[] | undefined>,
): WriteKind<typeof documents.upload, UploadSnapshot> => ({
  name,
  endpoint: documents.upload,
  seen: UploadSnapshot,
  fetchRemote: async ({ body }, call) => {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== side) throw new Error(`${body.related_to} is no relation of a ${side}`)
    const files = await read(call, { todo_id: relation.todoId, user_id: relation.userId })
    const ours = await printOf(body.file)
    return { ours, there: files?.map(printIn) ?? [], ...(!files && { unread: true }) }
  },
  reconcile: ({ before, now }) => {
    if (now.unread) return before ? 'unknown' : 'send'
    return reconcileCorrectionFile({ before, now })
  },
})

/** Returns the same properties of a document of the service. */
export const printIn = ({ name, size, sha1_checksum: sha1 }: Document): FilePrint => ({ name, size, sha1 })

/**
 * Decides whether the file still has to be uploaded. The same name and checksum mean the same file. Without a checksum,
 * one more file of this name and size than before means that the upload succeeded (rule 26).
 */
export function reconcileCorrectionFile({
  before,
  now,
}: {
  before: UploadSnapshot | undefined
  now: UploadSnapshot
}): Verdict {
  const { ours } = now
  const alike = ({ there }: UploadSnapshot) =>
    there.filter(({ name, size }) => sameName(name, ours.name) && size === ours.size)
  const similar = alike(now)
  if (similar.some(({ sha1 }) => sha1 !== '' && sha1.toLowerCase() === ours.sha1)) return 'done'
  // Before the first attempt, a file of the same name and size is a different one.
  if (!before) return 'send'
  const isUnclear = similar.some(({ sha1 }) => sha1 === '' || ours.sha1 === '')
  return isUnclear && similar.length > alike(before).length ? 'done' : 'send'
}

const sameName = (a: string, b: string) => normalizeText(a, 'NFC') === normalizeText(b, 'NFC')

/** Returns the properties that identify a file. */
export async function printOf(file: File): Promise<FilePrint> {
  return { name: file.name, size: file.size, sha1: await sha1Hex(file) }
}
