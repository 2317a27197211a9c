import { insertFiles, type NewEntry } from '../../school/insertRows.ts'
import type { Db } from '../../service/db/schema.ts'
import { type PreparedDocument, prepareDocument } from '../../service/db/storeDocument.ts'
import { faultFolderIds, faultFolders } from './faults.ts'
import { strangeNames } from './hostile.ts'
import tangledFiles from './tangledFiles.json' with { type: 'json' }

/** ID of the folder with `strangeNames`, and ID of its first entry. */
export const strangeFolder = { id: 9320, first: 9421 } as const

/** Creator of the entries, and the time in the format of the database. */
type Maker = Pick<NewEntry, 'userId' | 'at'>
type MakeEntry = (id: number, name: string, parentId?: number | null, document?: PreparedDocument) => NewEntry

const entriesOf =
  (courseId: number, maker: Maker): MakeEntry =>
  (id, name, parentId = null, document) => ({ ...maker, id, courseId, parentId, name, document })

const said = (text: string) => prepareDocument({ name: 'said.txt', bytes: new TextEncoder().encode(text) })

/**
 * Inserts the folders in which writes fail, each with a file that describes the fault, and a folder of unusual names.
 */
export async function fillFaultFolders(db: Db, maker: Maker): Promise<void> {
  const { courseId, parent } = faultFolderIds
  const entry = entriesOf(courseId, maker)
  await insertFiles(db, [
    entry(parent, 'Faults'),
    ...faultFolders.map(({ id, name }) => entry(id, name, parent)),
    entry(strangeFolder.id, 'Strange names', parent),
  ])
  const strange = strangeNames.map(async ({ trick, name, isFolder }, index) => {
    const document = isFolder ? undefined : await said(`The name: ${trick}.\n`)
    return entry(strangeFolder.first + index, name, strangeFolder.id, document)
  })
  await insertFiles(db, await Promise.all(strange))
  const firstSaying = strangeFolder.first + strangeNames.length
  const sayings = faultFolders.map(async ({ id, says }, index) =>
    entry(firstSaying + index, 'what happens here.txt', id, await said(`In this folder: ${says}.\n`)),
  )
  await insertFiles(db, await Promise.all(sayings))
}

/** Class of faults.json whose files do not form a tree. */
export const tangledClass = 9101

/**
 * Inserts entries with invalid parents, whose files can still be opened and saved (rule 19). They include a circle of
 * folders, a folder in itself and entries in folders of another class. Others are entries in a file and 64 nested
 * folders.
 */
export async function fillTangledFiles(db: Db, maker: Maker): Promise<void> {
  const found = await said('You found me all the same.\n')
  const entry = entriesOf(tangledClass, maker)
  const folders = Array.from({ length: 63 }, (_, index) =>
    entry(firstDeep + index, `Folder ${index + 1}`, index === 0 ? null : firstDeep + index - 1),
  )
  const tangled = tangledFiles.map(({ id, name, isFolder, parentId = null, courseId = tangledClass }) => ({
    ...entry(id, name, parentId, isFolder ? undefined : found),
    courseId,
  }))
  await insertFiles(db, [...tangled, ...folders, entry(firstDeep + 63, 'deepest.txt', firstDeep + 62, found)])
}

const firstDeep = 9350
