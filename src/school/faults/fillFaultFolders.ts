import type { Db } from '../../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../../service/db/storeDocument.ts'
import { insertFiles, type NewEntry } from '../insertRows.ts'
import { faultFolderIds, faultFolders } from './faults.ts'
import { strangeNames } from './hostile.ts'
import tangledFiles from './tangledFiles.json' with { type: 'json' }

/** The folder of strangeNames, and its first entry. */
export const strangeFolder = { id: 9320, first: 9421 } as const

/** Who puts it there, and when, as stored. */
type Maker = Pick<NewEntry, 'userId' | 'at'>
type MakeEntry = (id: number, name: string, parentId?: number | null, document?: ReadyDocument) => NewEntry

const entriesOf =
  (courseId: number, maker: Maker): MakeEntry =>
  (id, name, parentId = null, document) => ({ ...maker, id, courseId, parentId, name, document })

const said = (text: string) => readyDocument({ name: 'said.txt', bytes: new TextEncoder().encode(text) })

/** The folders in which writes go wrong, each with a file that says how, and one of names that nobody should choose. */
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

/** The class of faults.json in whose files no tree can be seen. */
export const tangledClass = 9101

/**
 * Files as they should not be, but as rows with bytes in them, so that they can be opened and saved (cases 19): a circle
 * of folders, a folder in itself, entries whose folder is in another class, entries in a file, and 64 folders each in the
 * one before.
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
