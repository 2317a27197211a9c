import { z } from 'zod/mini'
import type { Document } from '../../../contract/documents.ts'
import { documents } from '../../../contract/documents.ts'
import { files } from '../../../contract/files.ts'
import { readRelation } from '../../../contract/relations.ts'
import { sha1Hex } from '../../../lib/sha1Hex.ts'
import type { Verdict, WriteKind } from '../../../outbox/Writes.ts'

const Version = z.object({ id: z.number(), size: z.number(), sha1: z.string() })

/** The newest version of a file (`there`), and the one that is uploaded to it. `sha1` in hex, '' where it is not known. */
export const VersionSeen = z.object({
  courseId: z.number(),
  name: z.string(),
  size: z.number(),
  sha1: z.optional(z.string()),
  there: z.nullable(Version),
})
export type VersionSeen = z.output<typeof VersionSeen>

export const versionOf = (document: Document | null): VersionSeen['there'] =>
  document && { id: document.id, size: document.size, sha1: document.sha1_checksum }

/**
 * Is this upload still to be made? The same version as before: nothing arrived. Another with our bytes is ours; another
 * with other bytes is somebody else's, and may stand before or after ours.
 */
export function judgeUpload({ before, now }: { before: VersionSeen | undefined; now: VersionSeen }): Verdict {
  const { there } = now
  // Nothing is lost by a new version: those before it stay.
  if (!before || !there || there.id === before.there?.id) return 'send'
  const isKnown = there.sha1 !== '' && now.sha1 !== undefined && now.sha1 !== ''
  const isOurs = there.size === now.size && (!isKnown || there.sha1.toLowerCase() === now.sha1)
  return isOurs ? 'done' : 'unknown'
}

/** Uploads one file to its entry in the class, as its first or as a new version. After a lost answer it is read back. */
export const fileUploadWrite: WriteKind<typeof documents.upload, VersionSeen> = {
  name: 'fileUpload',
  endpoint: documents.upload,
  bulk: true,
  seen: VersionSeen,
  begin: ({ opened }) => opened,
  async look({ body }, call, opened) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'file' || !opened) throw new Error(`${body.related_to} is no relation of a file`)
    const { document } = await call(files.get, { course_id: opened.courseId, file_id: relation.fileId })
    return { ...opened, sha1: await sha1Hex(body.file), there: versionOf(document) }
  },
  judge: judgeUpload,
}
