import type { ClassFile } from '../../../contract/files.ts'
import { relationLabel } from '../../../contract/relations.ts'
import type { KeptFile } from '../../../outbox/Drafts.ts'
import type { MadeBy, Writes } from '../../../outbox/Writes.ts'
import { alikeIn, fileCreateWrite } from './fileCreateWrite.ts'
import { fileUploadWrite, versionOf } from './fileUploadWrite.ts'
import type { NewFile, NewFolder, Place } from './planUploads.ts'
import { uploadLane } from './uploadLane.ts'

type Entries = Parameters<Writes['addAll']>[0]

/** The writes of one upload: which class, which group, and what the list of its files had. */
export type UploadTo = {
  courseId: number
  group: string
  rows: readonly ClassFile[]
  newId: () => string
  /** The entry that makes a folder, by its path. */
  makers: Map<string, string>
}

const parentOf = (into: Place, { makers }: UploadTo): number | null | MadeBy => {
  if (typeof into === 'number') return into === 0 ? null : into
  const madeBy = makers.get(into)
  if (madeBy === undefined) throw new Error(`no folder ${into} is made`)
  return { madeBy, part: 'id' }
}

/** The creation of a folder, in a lane of its own. */
export function folderEntries({ path, name, into }: NewFolder, to: UploadTo): Entries {
  const id = to.newId()
  to.makers.set(path, id)
  const body = { name, parent_id: parentOf(into, to), is_dir: true }
  return [creation(id, body, to, uploadLane(to.courseId, id))]
}

/** The creation of a file and then its upload; the upload alone where it is a new version of one. */
export function fileEntries({ name, into, there }: NewFile, kept: KeptFile, to: UploadTo): Entries {
  const { courseId, group } = to
  const id = to.newId()
  const lane = uploadLane(courseId, id)
  const upload = (related_to: string | MadeBy): Entries[number] => ({
    kind: fileUploadWrite,
    entry: {
      input: { body: { related_to, file: { keptFile: kept.id } } },
      opened: { courseId, name, size: kept.size, there: versionOf(there?.document ?? null) },
      lane,
      group,
    },
  })
  if (there) return [upload(relationLabel({ kind: 'file', fileId: there.id }))]
  const body = { name, parent_id: parentOf(into, to) }
  return [creation(id, body, to, lane), upload({ madeBy: id, part: 'relation' })]
}

function creation(
  id: string,
  body: { name: string; parent_id: number | null | MadeBy; is_dir?: boolean },
  { courseId: course_id, group, rows }: UploadTo,
  lane: string,
): Entries[number] {
  const { parent_id, ...rest } = body
  // In a folder that is yet to be made there is nothing.
  const isThere = typeof parent_id === 'number' || parent_id === null
  const opened = isThere ? alikeIn(rows, { ...rest, parent_id }) : { alike: [] }
  return { kind: fileCreateWrite, entry: { id, input: { course_id, body }, opened, lane, group } }
}
