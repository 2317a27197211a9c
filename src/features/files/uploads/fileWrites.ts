import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { readRelation, relationLabel } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import type { DirectWriteKind } from '../../../outbox/queue/directWrite.ts'
import type { WriteKind } from '../../../outbox/queue/Writes.ts'

const Version = z.object({ id: z.number(), size: z.number(), sha1: z.string() })

/** The file to upload. `there` is the newest version before the upload; the key is stored, so it keeps its name. */
export const VersionBeforeUpload = z.object({
  courseId: z.number(),
  name: z.string(),
  size: z.number(),
  there: z.nullable(Version),
})
export type VersionBeforeUpload = z.output<typeof VersionBeforeUpload>

export const toVersion = (document: Document | null): VersionBeforeUpload['there'] =>
  document && { id: document.id, size: document.size, sha1: document.sha1_checksum }

/** Undefined if there is a new version with other bytes: another user uploaded it before or after this upload. */
export function isVersionUploaded(
  base: VersionBeforeUpload['there'],
  latest: VersionBeforeUpload['there'],
  local: { size: number; sha1: string },
): boolean | undefined {
  if (!latest || latest.id === base?.id) return false
  const hasChecksums = latest.sha1 !== '' && local.sha1 !== ''
  const hasSameBytes =
    latest.size === local.size && (!hasChecksums || latest.sha1.toLowerCase() === local.sha1)
  return hasSameBytes || undefined
}

export const fileUploadWrite: WriteKind<typeof documents.upload, VersionBeforeUpload> = {
  name: 'fileUpload',
  endpoint: documents.upload,
  isBulk: true,
  base: VersionBeforeUpload,
  async wasApplied({ input: { body }, base }, call) {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'file' || !base) throw new Error(`${body.related_to} is no relation of a file`)
    const { document } = await call(files.get, { course_id: base.courseId, file_id: relation.fileId })
    const local = { size: body.file.size, sha1: await sha1Hex(body.file) }
    return isVersionUploaded(base.there, toVersion(document), local)
  },
}

/** Entries of the same name before a creation, to recognize the new one. `empty`: no upload. */
export const SameNameEntries = z.object({ alike: z.array(z.object({ id: z.number(), empty: z.boolean() })) })
export type SameNameEntries = z.output<typeof SameNameEntries>

type NewEntry = { name: string; parent_id?: number | null | undefined; is_dir?: boolean | undefined }

/** Returns the entries that the user may have created. */
export const findSameNameEntries = (
  rows: readonly ClassFile[],
  { name, parent_id, is_dir = false }: NewEntry,
): SameNameEntries => ({
  alike: rows
    .filter(
      row =>
        isSameText(row.name, name) &&
        row.is_dir === is_dir &&
        (row.parent_id ?? 0) === (parent_id ?? 0) &&
        row.can_write,
    )
    .map(({ id, document }) => ({ id, empty: document === null })),
})

const findNewEntries = (base: SameNameEntries, latest: SameNameEntries) =>
  latest.alike.filter(({ id, empty }) => empty && base.alike.every(old => old.id !== id))

/** `relation`: the `related_to` of an upload to the entry. */
type Created = { id: number; relation: string }

const toCreated = (id: number): Created => ({ id, relation: relationLabel({ kind: 'file', fileId: id }) })

/**
 * The created entry has no upload yet, because its own upload comes later. False without such an entry, undefined if
 * there are several or if it may be older.
 */
async function findCreated(
  { course_id, body }: Input<typeof files.create>,
  base: SameNameEntries | undefined,
  call: Call,
): Promise<Created | false | undefined> {
  const latest = findSameNameEntries((await call(files.list, { course_id })).rows, body)
  const [entry, another] = findNewEntries(base ?? { alike: [] }, latest)
  if (!entry) return false
  return another || !base ? undefined : toCreated(entry.id)
}

/** Creates a folder while the user waits. */
export const folderWrite: DirectWriteKind<typeof files.create, Created, SameNameEntries> = {
  endpoint: files.create,
  toResult: ({ id }) => toCreated(id),
  wasApplied: ({ input, before: base }, call) => findCreated(input, base, call),
}

/** Writes to the content of a folder refer to `id`, the upload of a file to `relation`. */
export const fileCreateWrite: WriteKind<typeof files.create, SameNameEntries, Created> = {
  name: 'fileCreate',
  endpoint: files.create,
  isBulk: true,
  base: SameNameEntries,
  toResult: ({ id }) => toCreated(id),
  wasApplied: ({ input, base }, call) => findCreated(input, base, call),
}

/** Deletes the entry of a cancelled upload. If it has an upload after all, it remains. */
export const fileCleanupWrite: WriteKind<typeof files.remove> = {
  name: 'fileTakeBack',
  endpoint: files.remove,
  isBulk: true,
  checksBeforeSending: true,
  async wasApplied({ input: { course_id, file_id } }, call) {
    try {
      return (await call(files.get, { course_id, file_id })).document !== null
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return true
      throw error
    }
  },
}

/** Each file or folder has its own lane, so that a failed one does not block the others (rule 26). */
export const uploadLane = (courseId: number, itemId: string): string =>
  `${uploadLanePrefix(courseId)}${itemId}`

export const uploadLanePrefix = (courseId: number): string => `${uploadsPrefix}${courseId}/`

/** Lanes of all classes. */
export const uploadsPrefix = 'upload/'
