import { z } from 'zod/mini'
import { normalized } from '../../../lib/normalized.ts'
import { sha1Hex } from '../../../lib/sha1Hex.ts'
import type { Verdict } from '../../../outbox/Writes.ts'

/** A file by what tells it apart. `sha1` in hex, '' where it is not known. */
const FilePrint = z.object({ name: z.string(), size: z.number(), sha1: z.string() })
export type FilePrint = z.output<typeof FilePrint>

/** The file that goes back, and the correction's files at the service. */
export const FileSeen = z.object({ ours: FilePrint, there: z.array(FilePrint) })
export type FileSeen = z.output<typeof FileSeen>

/**
 * Is this upload still to be made? A file with the same bytes under the same name is the same file; where the service
 * gives no checksum, one more of its name and size than before counts (cases 26).
 */
export function judgeCorrectionFile({
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
