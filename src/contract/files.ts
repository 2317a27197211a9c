import { z } from 'zod/mini'
import { isRecord } from '../lib/isRecord.ts'
import { Document, readRelation } from './document.ts'
import type { Rows } from './endpoint.ts'
import { endpoint, nothing, one, rows } from './endpoint.ts'
import { assumed, DateTime, lenient, topFolderId } from './wire.ts'

/**
 * Null or 0 at the top level, otherwise an integer or a string of digits. Any other value counts as the top level
 * (rules 18 and 19).
 */
const ParentId = lenient(
  z.pipe(
    z.union([z.null(), z.int().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,15}$/))]),
    z.transform(id => Number(id) || null),
  ),
  null,
)

/** api.md § File / folder. `document` is the newest version. It is null for folders and before the first upload. */
export const ClassFile = z.looseObject({
  id: z.int().check(z.minimum(topFolderId)),
  name: z.string(),
  is_dir: z.boolean(),
  parent_id: ParentId,
  created_at: DateTime,
  document: z.nullable(Document),
  can_write: z.boolean(),
  /** Whether the caller has their own permission for it, and so may list its permissions. */
  has_permission: assumed(z.boolean()),
})
export type ClassFile = z.output<typeof ClassFile>

/**
 * A name within a folder, without slashes and control characters. `.` and `..` are not allowed. Assumed: api.md says
 * only that it is text.
 */
export const FileName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(255),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
  z.regex(/^(?!\.{1,2}$)[^/\\\u0000-\u001f\u007f]+$/, 'must not contain slashes or control characters'),
)

/**
 * A folder, or a file whose content is uploaded next. Assumed: which fields are optional, and that names may repeat.
 */
export const NewFile = z.object({
  name: FileName,
  parent_id: z.pipe(
    z._default(z.nullable(z.int().check(z.nonnegative())), null),
    z.transform(id => (id === topFolderId ? null : id)),
  ),
  is_dir: z._default(z.boolean(), false),
})

const list = endpoint('GET /course/:course_id/files', 'All files and folders of a class', {
  resource: 'file',
  tagged: true,
  answer: rows(ClassFile),
})

export const files = {
  /** Source: api.md § Files in a class. Returns the files of all folders as a flat list. */
  list,
  /** Source: api.md § Files in a class. Assumed: the caller becomes its administrator. */
  create: endpoint('POST /course/:course_id/files', 'Makes a folder, or a file to upload to', {
    resource: 'file',
    body: NewFile,
    answer: one(ClassFile),
    invalidates: ['file', 'permission'],
    patches: [{ target: list, adds: true, batched: true }],
  }),
  /** Source: api.md § Files in a class. The ID 0 is the top folder. */
  get: endpoint('GET /course/:course_id/files/:file_id', 'One file or folder of a class', {
    resource: 'file',
    answer: one(ClassFile),
  }),
  /**
   * Source: api.md § Files in a class. Assumed: the top folder can't be deleted (403), and write access to a file
   * suffices to delete it.
   */
  remove: endpoint(
    'DELETE /course/:course_id/files/:file_id',
    'Deletes a file with all its versions, or a folder and its content',
    {
      resource: 'file',
      answer: nothing,
      invalidates: ['file', 'permission'],
      patches: [{ target: list, patch: withoutFile, batched: true }],
    },
  ),
}

type Row = { id: number; parent_id: number | null; document: unknown }
type Write = { input: unknown; answer: unknown }

/**
 * Returns the files of a class after an upload, with the new version of its file. Returns undefined if the file is not
 * in the list.
 */
export function withVersion(cached: Rows<Row>, { input, answer }: Write): Rows<Row> | undefined {
  const { body } = isRecord(input) ? input : {}
  const relation = isRecord(body) ? readRelation(String(body.related_to)) : undefined
  if (relation?.kind !== 'file') return undefined
  const at = cached.rows.findIndex(({ id }) => id === relation.fileId)
  const row = cached.rows[at]
  return row && { ...cached, rows: cached.rows.with(at, { ...row, document: answer }) }
}

/**
 * Returns the files of a class after a deletion. With a folder, everything inside it is removed. Returns undefined if
 * the input has no file ID.
 */
export function withoutFile(cached: Rows<Row>, { input }: Write): Rows<Row> | undefined {
  const { file_id } = isRecord(input) ? input : {}
  if (typeof file_id !== 'number') return undefined
  const gone = new Set([file_id])
  const inside = new Map<number, number[]>()
  for (const { id, parent_id } of cached.rows) {
    if (parent_id === null) continue
    const children = inside.get(parent_id)
    if (children) children.push(id)
    else inside.set(parent_id, [id])
  }
  // IDs that are added during the loop are visited, too. A cycle ends, because its IDs are already in the set.
  for (const id of gone) for (const child of inside.get(id) ?? []) gone.add(child)
  return { ...cached, rows: cached.rows.filter(({ id }) => !gone.has(id)) }
}
