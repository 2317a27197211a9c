import { z } from 'zod/mini'
import { isRecord } from '../lib/isRecord.ts'
import { Document, readRelation } from './document.ts'
import type { Rows } from './endpoint.ts'
import { endpoint, noContent, one, rows } from './endpoint.ts'
import { assumed, DateTime, lenient, Name, topFolderId } from './wire.ts'

/** Null, 0 and invalid values mean the top folder (rules 18 and 19). */
const ParentId = lenient(
  z.pipe(
    z.union([z.null(), z.int().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,15}$/))]),
    z.transform(id => Number(id) || null),
  ),
  null,
)

/** api.md § File / folder. `document` is the newest version. */
export const ClassFile = z.looseObject({
  id: z.int().check(z.minimum(topFolderId)),
  name: z.string(),
  is_dir: z.boolean(),
  parent_id: ParentId,
  created_at: DateTime,
  document: z.nullable(Document),
  can_write: z.boolean(),
  /** Whether the caller may list all permissions. */
  has_permission: assumed(z.boolean()),
})
export type ClassFile = z.output<typeof ClassFile>

/** In characters. */
export const maxFileNameLength = 255

export const FileName = Name(maxFileNameLength).check(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
  z.regex(/^(?!\.{1,2}$)[^/\\\u0000-\u001f\u007f]+$/, 'must not contain slashes or control characters'),
)

/** Null and 0 are the top folder. */
const TargetFolderId = z.pipe(
  z.nullable(z.int().check(z.nonnegative())),
  z.transform(id => (id === topFolderId ? null : id)),
)

export const NewFile = z.object({
  name: FileName,
  parent_id: z._default(TargetFolderId, null),
  is_dir: z._default(z.boolean(), false),
})

/** Missing fields do not change. */
export const FileChange = z.object({
  name: z.optional(FileName),
  parent_id: z.optional(TargetFolderId),
})

const list = endpoint('GET /course/:course_id/files', 'All files and folders of a class', {
  resource: 'file',
  hasETag: true,
  response: rows(ClassFile),
})

/** api.md § Files in a class. */
export const files = {
  list,
  /** Assumed: the caller becomes its admin. */
  create: endpoint('POST /course/:course_id/files', 'Creates a folder, or a file to upload to', {
    resource: 'file',
    body: NewFile,
    response: one(ClassFile),
    invalidates: ['file', 'permission'],
    patches: [{ target: list, addsRow: true, batched: true }],
  }),
  get: endpoint('GET /course/:course_id/files/:file_id', 'One file or folder of a class', {
    resource: 'file',
    response: one(ClassFile),
  }),
  /** Needs write access to the file and to the new folder. 409 for a name that is taken in the folder. */
  change: endpoint('PUT /course/:course_id/files/:file_id', 'Renames or moves a file or folder', {
    resource: 'file',
    body: FileChange,
    response: one(ClassFile),
    invalidates: ['file', 'permission'],
    patches: [{ target: list, patch: withChange, batched: true }],
    assumed: 'extension: files are renamed and moved; without it the app offers neither',
  }),
  /** Assumed: write access suffices; 403 for the top folder. */
  remove: endpoint(
    'DELETE /course/:course_id/files/:file_id',
    'Deletes a file with all its versions, or a folder and its content',
    {
      resource: 'file',
      response: noContent,
      invalidates: ['file', 'permission'],
      patches: [{ target: list, patch: withoutFile, batched: true }],
    },
  ),
}

type Row = { id: number; parent_id: number | null; document: unknown }
type Write = { input: unknown; response: unknown }

export function withVersion(cached: Rows<Row>, { input, response }: Write): Rows<Row> | undefined {
  const { body } = isRecord(input) ? input : {}
  const relation = isRecord(body) ? readRelation(String(body.related_to)) : undefined
  if (relation?.kind !== 'file') return undefined
  const at = cached.rows.findIndex(({ id }) => id === relation.fileId)
  const row = cached.rows[at]
  return row && { ...cached, rows: cached.rows.with(at, { ...row, document: response }) }
}

/** The list is fetched again for a moved folder, because other permissions may apply to its content. */
export function withChange(cached: Rows<Row>, { response }: Write): Rows<Row> | undefined {
  const changed = response as ClassFile
  const at = cached.rows.findIndex(({ id }) => id === changed.id)
  const row = cached.rows[at]
  if (!row || (changed.is_dir && changed.parent_id !== row.parent_id)) return undefined
  return { ...cached, rows: cached.rows.with(at, changed) }
}

/** Removes a folder with its content. */
export function withoutFile(cached: Rows<Row>, { input }: Write): Rows<Row> | undefined {
  const { file_id } = isRecord(input) ? input : {}
  if (typeof file_id !== 'number') return undefined
  const deletedIds = new Set([file_id])
  const childrenByParent = new Map<number, number[]>()
  for (const { id, parent_id } of cached.rows) {
    if (parent_id === null) continue
    const children = childrenByParent.get(parent_id)
    if (children) children.push(id)
    else childrenByParent.set(parent_id, [id])
  }
  // The set grows during the loop. Cycles end.
  for (const id of deletedIds) for (const child of childrenByParent.get(id) ?? []) deletedIds.add(child)
  return { ...cached, rows: cached.rows.filter(({ id }) => !deletedIds.has(id)) }
}
