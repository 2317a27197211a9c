import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import { readRelation, relationLabel } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import type { AtOnceKind } from '../../../outbox/queue/sendAtOnce.ts'
import type { Verdict, WriteKind } from '../../../outbox/queue/Writes.ts'

const Version = z.object({ id: z.number(), size: z.number(), sha1: z.string() })

/** The newest version of a file (`there`), and the one to upload. `sha1` is in hex, '' if it is unknown. */
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
 * Decides whether an upload must be sent. If the version is the same as before, it did not arrive. A new version with
 * the same bytes is this upload. With other bytes, another user's version came before or after it.
 */
export function reconcileUpload({
  before,
  now,
}: {
  before: VersionSeen | undefined
  now: VersionSeen
}): Verdict {
  const { there } = now
  // A new version is always safe, because earlier ones remain.
  if (!before || !there || there.id === before.there?.id) return 'send'
  const isKnown = there.sha1 !== '' && now.sha1 !== undefined && now.sha1 !== ''
  const isOurs = there.size === now.size && (!isKnown || there.sha1.toLowerCase() === now.sha1)
  return isOurs ? 'done' : 'unknown'
}

/** Uploads a file to its entry in the class, as the first or a new version. After a lost response the entry is read. */
export const fileUploadWrite: WriteKind<typeof documents.upload, VersionSeen> = {
  name: 'fileUpload',
  endpoint: documents.upload,
  bulk: true,
  seen: VersionSeen,
  begin: ({ opened }) => opened,
  async fetchRemote({ body }, call, opened) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'file' || !opened) throw new Error(`${body.related_to} is no relation of a file`)
    const { document } = await call(files.get, { course_id: opened.courseId, file_id: relation.fileId })
    return { ...opened, sha1: await sha1Hex(body.file), there: versionOf(document) }
  },
  reconcile: reconcileUpload,
}

/** Entries of this name in the folder, to tell them from the one that this write creates. */
export const AlikeSeen = z.object({ alike: z.array(z.object({ id: z.number(), empty: z.boolean() })) })
export type AlikeSeen = z.output<typeof AlikeSeen>

type Made = { name: string; parent_id?: number | null | undefined; is_dir?: boolean | undefined }

/**
 * Returns the entries of this name and kind in the folder that the user may have created. `empty`: they have no upload.
 */
export const alikeIn = (
  rows: readonly ClassFile[],
  { name, parent_id, is_dir = false }: Made,
): AlikeSeen => ({
  alike: rows
    .filter(
      row =>
        row.name === name.trim() &&
        row.is_dir === is_dir &&
        (row.parent_id ?? 0) === (parent_id ?? 0) &&
        row.can_write,
    )
    .map(({ id, document }) => ({ id, empty: document === null })),
})

/**
 * Decides whether an entry was created. A new entry of the name without an upload is it, because its own upload comes
 * later (rule 23). With two such entries, the verdict is `unknown`.
 */
export function reconcileCreation({
  before,
  now,
}: {
  before: AlikeSeen | undefined
  now: AlikeSeen
}): Verdict {
  // Before the first send, an entry of this name has another origin.
  if (!before) return 'send'
  const [one, another] = newIn(before, now)
  if (!one) return 'send'
  return another ? 'unknown' : 'done'
}

const newIn = (before: AlikeSeen, now: AlikeSeen) =>
  now.alike.filter(({ id, empty }) => empty && before.alike.every(known => known.id !== id))

/** Creates a folder while the user waits. */
export const folderWrite = {
  endpoint: files.create,
  fetchRemote: async ({ course_id, body }, call) =>
    alikeIn((await call(files.list, { course_id })).rows, body),
  reconcile: reconcileCreation,
  made({ before, answer, now }) {
    const id = answer?.id ?? (before && now && newIn(before, now)[0]?.id)
    return id === undefined ? undefined : { id, relation: relationLabel({ kind: 'file', fileId: id }) }
  },
} satisfies AtOnceKind<typeof files.create, AlikeSeen, { id: number; relation: string }>

/** Creates a folder, or a file to upload to. Later writes refer to it by `id`, its upload by `relation`. */
export const fileCreateWrite: WriteKind<typeof files.create, AlikeSeen> = {
  ...folderWrite,
  name: 'fileCreate',
  bulk: true,
  seen: AlikeSeen,
  // The list at the time of picking is enough. Fetching it for each of hundreds of files would be slow.
  begin: ({ opened }) => opened,
}

const LeftSeen = z.object({ empty: z.boolean() })

/** Deletes the entry of a cancelled upload. The entry is read first: if it has an upload after all, it remains. */
export const fileTakeBackWrite: WriteKind<typeof files.remove, z.output<typeof LeftSeen>> = {
  name: 'fileTakeBack',
  endpoint: files.remove,
  bulk: true,
  seen: LeftSeen,
  async fetchRemote({ course_id, file_id }, call) {
    try {
      return { empty: (await call(files.get, { course_id, file_id })).document === null }
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return { empty: false }
      throw error
    }
  },
  reconcile: ({ now }) => (now.empty ? 'send' : 'done'),
}

/**
 * Returns the lane of a file or folder. Each has its own lane, so that a failed one does not block the others (rule
 * 26).
 */
export const uploadLane = (courseId: number, item: string): string => `${uploadLanes(courseId)}${item}`

/** Returns the prefix of all upload lanes of a class. */
export const uploadLanes = (courseId: number): string => `upload/${courseId}/`
