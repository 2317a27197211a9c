import type { DocumentStore } from '../../service/db/documentStore.ts'
import type { Db } from '../../service/db/schema.ts'
import { type PreparedDocument, prepareDocument } from '../../service/db/storeDocument.ts'
import { insertFiles, type NewEntry } from '../school/insertRows.ts'
import { faultFolderIds, faultFolders } from './faults.ts'
import { strangeNames } from './hostile.ts'
import tangledFiles from './tangledFiles.json' with { type: 'json' }

export const strangeFolder = { id: 9320, first: 9421 } as const

/** `at` is ISO 8601 in UTC. */
type Creator = Pick<NewEntry, 'userId' | 'at'>
type CreateEntry = (
  id: number,
  name: string,
  parentId?: number | null,
  document?: PreparedDocument,
) => NewEntry

const entriesOf =
  (courseId: number, creator: Creator): CreateEntry =>
  (id, name, parentId = null, document) => ({ ...creator, id, courseId, parentId, name, document })

const createTextDocument = (text: string) =>
  prepareDocument({ name: 'said.txt', bytes: new TextEncoder().encode(text) })

/** Each folder contains a file that describes its fault. */
export async function fillFaultFolders(db: Db, store: DocumentStore, creator: Creator): Promise<void> {
  const { courseId, parent } = faultFolderIds
  const entry = entriesOf(courseId, creator)
  await insertFiles(db, store, [
    entry(parent, 'Faults'),
    ...faultFolders.map(({ id, name }) => entry(id, name, parent)),
    entry(strangeFolder.id, 'Strange names', parent),
  ])
  const strange = strangeNames.map(async ({ trick, name, isFolder }, index) => {
    const document = isFolder ? undefined : await createTextDocument(`The name: ${trick}.\n`)
    return entry(strangeFolder.first + index, name, strangeFolder.id, document)
  })
  await insertFiles(db, store, await Promise.all(strange))
  const firstNoteId = strangeFolder.first + strangeNames.length
  const notes = faultFolders.map(async ({ id, says }, index) =>
    entry(
      firstNoteId + index,
      'what happens here.txt',
      id,
      await createTextDocument(`In this folder: ${says}.\n`),
    ),
  )
  await insertFiles(db, store, await Promise.all(notes))
}

/** Class whose files do not form a tree. */
export const tangledClass = 9101

/** Inserts entries with invalid parents (rule 19): cycles, other classes, a file; and 64 nested folders. */
export async function fillTangledFiles(db: Db, store: DocumentStore, creator: Creator): Promise<void> {
  const document = await createTextDocument('You found me all the same.\n')
  const entry = entriesOf(tangledClass, creator)
  const folders = Array.from({ length: 63 }, (_, index) =>
    entry(
      firstNestedFolderId + index,
      `Folder ${index + 1}`,
      index === 0 ? null : firstNestedFolderId + index - 1,
    ),
  )
  const tangled = tangledFiles.map(({ id, name, isFolder, parentId = null, courseId = tangledClass }) => ({
    ...entry(id, name, parentId, isFolder ? undefined : document),
    courseId,
  }))
  await insertFiles(db, store, [
    ...tangled,
    ...folders,
    entry(firstNestedFolderId + 63, 'deepest.txt', firstNestedFolderId + 62, document),
  ])
}

const firstNestedFolderId = 9350
