import { relationLabel } from '../../../contract/document.ts'
import { documents } from '../../../contract/documents.ts'
import { files } from '../../../contract/files.ts'
import { type Entry, isBlocked, isUnfinished, type NewEntry, step } from '../../../delivery/entries/Entry.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { paths } from '../../../paths.ts'
import type { NewFile } from './planUploads.ts'

export const uploadsPrefix = 'upload/'

/** The beginning of the lanes of a class. Each file has its own, so that a failed one does not block the others (rule 26). */
export const getUploadPrefix = (courseId: number): string => `${uploadsPrefix}${courseId}/`

/** A file to upload. `parentId` is 0 for the top folder. */
export type Upload = Pick<NewFile, 'name' | 'existingEntry'> & {
  courseId: number
  parentId: number
  fileId: string
  size: number
  /** Files that were picked together. */
  group: string
}

/** Creates the entry of the file and then uploads it, or uploads a new version of an existing entry. */
export function createUploadEntry(upload: Upload): NewEntry {
  const { courseId, parentId, name, existingEntry, fileId, size, group } = upload
  const related_to = existingEntry
    ? relationLabel({ kind: 'file', fileId: existingEntry.id })
    : { ofStep: 0, part: 'id', within: 'file.{}' }
  const creation = step(files.create, {
    course_id: courseId,
    body: { name, parent_id: parentId, is_dir: false },
  })
  const sending = step(documents.upload, { body: { related_to, file: { storedFile: fileId } } })
  return {
    lane: `${getUploadPrefix(courseId)}${fileId}`,
    title: name,
    path: paths.files(courseId, parentId),
    steps: existingEntry ? [sending] : [creation, sending],
    group,
    size,
    isBulk: true,
  }
}

/** Deletes the entry of a cancelled upload. Undefined if it was not created yet, or has an earlier version. */
export function createCleanupEntry({ title, path, steps, results, lane }: Entry): NewEntry | undefined {
  const [created] = results
  const { input } = steps[0] ?? {}
  if (steps.length < 2 || !isRecord(created) || typeof created.id !== 'number') return undefined
  if (!isRecord(input) || typeof input.course_id !== 'number') return undefined
  const ids = { course_id: input.course_id, file_id: created.id }
  return { lane: `cancelled-${lane}`, title, path, steps: [step(files.remove, ids)] }
}

/** Returns the folder in which the entry of a file is created. Undefined for a new version. */
export function getParentId({ steps }: Entry): number | undefined {
  const { input } = steps[0] ?? {}
  const { body } = isRecord(input) ? input : {}
  return isRecord(body) && typeof body.parent_id === 'number' ? body.parent_id : undefined
}

/** Whether this is the unfinished upload to an entry. */
export function isUploadTo(entry: Entry, fileId: number): boolean {
  const { input } = entry.steps.at(-1) ?? {}
  const { body } = isRecord(input) ? input : {}
  const [created] = entry.results
  const isCreated = isRecord(created) && created.id === fileId
  const isVersion = isRecord(body) && body.related_to === relationLabel({ kind: 'file', fileId })
  return isUnfinished(entry) && (isCreated || isVersion)
}

export function countUploads(entries: readonly Entry[]) {
  const sumBytes = (summed: readonly Entry[]) => summed.reduce((sum, { size = 0 }) => sum + size, 0)
  const done = entries.filter(({ state }) => state === 'done')
  const undecidedCount = entries.filter(isBlocked).length
  return {
    doneCount: done.length,
    undecidedCount,
    pendingCount: entries.length - done.length - undecidedCount,
    /** By size, 0 to 1. */
    progress: sumBytes(done) / (sumBytes(entries) || 1),
  }
}
