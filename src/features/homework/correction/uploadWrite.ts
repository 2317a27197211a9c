import { z } from 'zod/mini'
import type { Call } from '../../../api/client/call.ts'
import { readRelation } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import { normalized } from '../../../lib/normalized.ts'
import type { Verdict, WriteKind } from '../../../outbox/queue/Writes.ts'

/** A file by what tells it apart. `sha1` in hex, '' where it is not known. */
const FilePrint = z.object({ name: z.string(), size: z.number(), sha1: z.string() })
export type FilePrint = z.output<typeof FilePrint>

/** The file that goes back, and the correction's files at the service. */
const FileSeen = z.object({
  ours: FilePrint,
  there: z.array(FilePrint),
  /** The service does not show what is there. */
  unread: z.optional(z.literal(true)),
})
type FileSeen = z.output<typeof FileSeen>

export type Whose = { todo_id: number; user_id: number }

/**
 * Uploads one file to a side of a submission. After a lost answer it is looked for before it goes again: `read` answers
 * the files of that side, nothing where the service does not show them.
 */
export const uploadWrite = (
  name: string,
  side: 'submission' | 'correction',
  read: (call: Call, whose: Whose) => Promise<readonly Document[] | undefined>,
): WriteKind<typeof documents.upload, FileSeen> => ({
  name,
  endpoint: documents.upload,
  seen: FileSeen,
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

/** A file of the service by the same. */
export const printIn = ({ name, size, sha1_checksum: sha1 }: Document): FilePrint => ({ name, size, sha1 })

/**
 * Is this upload still to be made? A file with the same bytes under the same name is the same file; where the service
 * gives no checksum, one more of its name and size than before counts (cases 26).
 */
export function reconcileCorrectionFile({
  before,
  now,
}: {
  before: FileSeen | undefined
  now: FileSeen
}): Verdict {
  const { ours } = now
  const alike = ({ there }: FileSeen) =>
    there.filter(({ name, size }) => sameName(name, ours.name) && size === ours.size)
  const here = alike(now)
  if (here.some(({ sha1 }) => sha1 !== '' && sha1.toLowerCase() === ours.sha1)) return 'done'
  // Before it was first sent, one of the same name and size is another's.
  if (!before) return 'send'
  const isUnclear = here.some(({ sha1 }) => sha1 === '' || ours.sha1 === '')
  return isUnclear && here.length > alike(before).length ? 'done' : 'send'
}

const sameName = (a: string, b: string) => normalized(a, 'NFC') === normalized(b, 'NFC')

/** What tells a file apart. */
export async function printOf(file: File): Promise<FilePrint> {
  return { name: file.name, size: file.size, sha1: await sha1Hex(file) }
}
