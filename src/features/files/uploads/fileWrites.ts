import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import { readRelation, relationLabel } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import type { AtOnceKind } from '../../../outbox/queue/sendAtOnce.ts'
import type { Verdict, WriteKind } from '../../../outbox/queue/Writes.ts'

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
export function reconcileUpload({
  before,
  now,
}: {
  before: VersionSeen | undefined
  now: VersionSeen
}): Verdict {
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
  async fetchRemote({ body }, call, opened) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'file' || !opened) throw new Error(`${body.related_to} is no relation of a file`)
    const { document } = await call(files.get, { course_id: opened.courseId, file_id: relation.fileId })
    return { ...opened, sha1: await sha1Hex(body.file), there: versionOf(document) }
  },
  reconcile: reconcileUpload,
}

/** What the folder has of this name: entries that can be told from the one this write makes. */
export const AlikeSeen = z.object({ alike: z.array(z.object({ id: z.number(), empty: z.boolean() })) })
export type AlikeSeen = z.output<typeof AlikeSeen>

type Made = { name: string; parent_id?: number | null | undefined; is_dir?: boolean | undefined }

/** Entries of this name and kind in the folder that the caller may have made. `empty`: nothing was uploaded to it. */
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
 * Was it made? One entry of its name more than before, to which nothing was uploaded, is it: its own upload comes after it
 * (cases 23). Of two nobody can tell which.
 */
export function reconcileCreation({
  before,
  now,
}: {
  before: AlikeSeen | undefined
  now: AlikeSeen
}): Verdict {
  // Before it was first sent, one of its name is another's.
  if (!before) return 'send'
  const [one, another] = newIn(before, now)
  if (!one) return 'send'
  return another ? 'unknown' : 'done'
}

const newIn = (before: AlikeSeen, now: AlikeSeen) =>
  now.alike.filter(({ id, empty }) => empty && before.alike.every(known => known.id !== id))

/** Makes a folder by itself, which somebody waits for. */
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

/** Makes a file to upload to, or a folder. What follows names it as `id`, or for an upload as `relation`. */
export const fileCreateWrite: WriteKind<typeof files.create, AlikeSeen> = {
  ...folderWrite,
  name: 'fileCreate',
  bulk: true,
  seen: AlikeSeen,
  // What the list had when it was chosen is enough: hundreds of files are not looked for one by one.
  begin: ({ opened }) => opened,
}

const LeftSeen = z.object({ empty: z.boolean() })

/**
 * Deletes the entry that was made for an upload nobody wants any more. Looked at before it goes: where something was
 * uploaded to it after all, it stays.
 */
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

/** Each file and each folder of an upload has a lane of its own: one that fails keeps no other back (cases 26). */
export const uploadLane = (courseId: number, item: string): string => `${uploadLanes(courseId)}${item}`

/** What every lane of uploads to a class begins with. */
export const uploadLanes = (courseId: number): string => `upload/${courseId}/`
