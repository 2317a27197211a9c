import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { readRelation, relationLabel } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import type { AtOnceKind } from '../../../outbox/queue/sendAtOnce.ts'
import type { WriteKind } from '../../../outbox/queue/Writes.ts'

const Version = z.object({ id: z.number(), size: z.number(), sha1: z.string() })

/** The newest version of a file before the upload (`there`), and the name and size of the one to upload. */
export const VersionSeen = z.object({
  courseId: z.number(),
  name: z.string(),
  size: z.number(),
  there: z.nullable(Version),
})
export type VersionSeen = z.output<typeof VersionSeen>

export const versionOf = (document: Document | null): VersionSeen['there'] =>
  document && { id: document.id, size: document.size, sha1: document.sha1_checksum }

/**
 * Whether an upload is the newest version of its file. If the version is the same as before, it did not arrive. A new
 * version with the same bytes is this upload. With other bytes the result is undefined: another user's version came
 * before or after it.
 */
export function isVersionUploaded(
  before: VersionSeen['there'],
  now: VersionSeen['there'],
  local: { size: number; sha1: string },
): boolean | undefined {
  if (!now || now.id === before?.id) return false
  const isKnown = now.sha1 !== '' && local.sha1 !== ''
  const isOurs = now.size === local.size && (!isKnown || now.sha1.toLowerCase() === local.sha1)
  return isOurs || undefined
}

/** Uploads a file to its entry in the class, as the first or a new version. */
export const fileUploadWrite: WriteKind<typeof documents.upload, VersionSeen> = {
  name: 'fileUpload',
  endpoint: documents.upload,
  bulk: true,
  opened: VersionSeen,
  async wasApplied({ input: { body }, opened }, call) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'file' || !opened) throw new Error(`${body.related_to} is no relation of a file`)
    const { document } = await call(files.get, { course_id: opened.courseId, file_id: relation.fileId })
    const local = { size: body.file.size, sha1: await sha1Hex(body.file) }
    return isVersionUploaded(opened.there, versionOf(document), local)
  },
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

/** Returns the entries without an upload that were created since `before`. */
const newIn = (before: AlikeSeen, now: AlikeSeen) =>
  now.alike.filter(({ id, empty }) => empty && before.alike.every(known => known.id !== id))

/** Result of a creation: the ID of the entry, and the label for its upload. */
type Created = { id: number; relation: string }

const created = (id: number): Created => ({ id, relation: relationLabel({ kind: 'file', fileId: id }) })

/**
 * Finds the created entry: a new one of its name without an upload, because its own upload comes later. Returns
 * undefined if there are several, or if it may be older.
 */
async function findCreated(
  { course_id, body }: Input<typeof files.create>,
  before: AlikeSeen | undefined,
  call: Call,
): Promise<Created | false | undefined> {
  const now = alikeIn((await call(files.list, { course_id })).rows, body)
  const [entry, another] = newIn(before ?? { alike: [] }, now)
  if (!entry) return false
  return another || !before ? undefined : created(entry.id)
}

/** Creates a folder while the user waits. */
export const folderWrite: AtOnceKind<typeof files.create, Created, AlikeSeen> = {
  endpoint: files.create,
  toResult: ({ id }) => created(id),
  wasApplied: ({ input, before }, call) => findCreated(input, before, call),
}

/** Creates a folder, or a file to upload to. Later writes refer to it by `id`, its upload by `relation`. */
export const fileCreateWrite: WriteKind<typeof files.create, AlikeSeen, Created> = {
  name: 'fileCreate',
  endpoint: files.create,
  bulk: true,
  opened: AlikeSeen,
  toResult: ({ id }) => created(id),
  wasApplied: ({ input, opened }, call) => findCreated(input, opened, call),
}

/** Deletes the entry of a cancelled upload. If it has an upload after all, it remains. */
export const fileTakeBackWrite: WriteKind<typeof files.remove> = {
  name: 'fileTakeBack',
  endpoint: files.remove,
  bulk: true,
  checksFirst: true,
  async wasApplied({ input: { course_id, file_id } }, call) {
    try {
      return (await call(files.get, { course_id, file_id })).document !== null
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return true
      throw error
    }
  },
}

/**
 * Returns the lane of a file or folder. Each has its own lane, so that a failed one does not block the others (rule
 * 26).
 */
export const uploadLane = (courseId: number, item: string): string => `${uploadLanes(courseId)}${item}`

/** Returns the prefix of all upload lanes of a class. */
export const uploadLanes = (courseId: number): string => `upload/${courseId}/`
