import type { Db } from '../../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../../service/db/storeDocument.ts'
import { insertFiles, type NewEntry } from '../insertRows.ts'
import { faultFolderIds, faultFolders } from './faults.ts'
import { strangeNames } from './hostile.ts'

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

/** The class of faults.json in whose files no tree can be seen, and the numbers of what is in it. */
export const tangledFiles = {
  courseId: 9101,
  elsewhere: 9100,
  loopA: 9330,
  loopB: 9331,
  inLoop: 9332,
  inItself: 9333,
  withinItself: 9334,
  orphan: 9335,
  orphanFolder: 9336,
  inOrphanFolder: 9337,
  parentOfOrphans: 9338,
  aFile: 9339,
  childOfFile: 9340,
  folderInFile: 9341,
  inFolderInFile: 9342,
  deep: 9350,
  deepest: 9413,
} as const

/**
 * Files as they should not be, but as rows with bytes in them, so that they can be opened and saved (cases 19): a circle
 * of folders, a folder in itself, entries whose folder is in another class, entries in a file, and 64 folders each in the
 * one before.
 */
export async function fillTangledFiles(db: Db, maker: Maker): Promise<void> {
  const ids = tangledFiles
  const { loopA, loopB, inItself, orphanFolder, parentOfOrphans, aFile, folderInFile, deep, deepest } = ids
  const found = await readyDocument({
    name: 'found.txt',
    bytes: new TextEncoder().encode('You found me all the same.\n'),
  })
  const folder = entriesOf(ids.courseId, maker)
  const file = (id: number, name: string, parentId: number | null = null) => folder(id, name, parentId, found)
  await insertFiles(db, [
    // In another class: whose files are in it are orphans here.
    entriesOf(ids.elsewhere, maker)(parentOfOrphans, 'Parent of orphans'),
    folder(loopA, 'Loop A'),
    folder(loopB, 'Loop B', loopA),
    file(ids.inLoop, 'in-a-loop.txt', loopB),
    folder(inItself, 'In itself'),
    file(ids.withinItself, 'within-itself.txt', inItself),
    file(ids.orphan, 'orphan.txt', parentOfOrphans),
    folder(orphanFolder, 'Orphan folder', parentOfOrphans),
    file(ids.inOrphanFolder, 'in-an-orphan-folder.txt', orphanFolder),
    file(aFile, 'a-file.txt'),
    file(ids.childOfFile, 'child-of-a-file.txt', aFile),
    folder(folderInFile, 'Folder in a file', aFile),
    file(ids.inFolderInFile, 'in-a-folder-in-a-file.txt', folderInFile),
    ...Array.from({ length: deepest - deep }, (_, index) =>
      folder(deep + index, `Folder ${index + 1}`, index === 0 ? null : deep + index - 1),
    ),
    file(deepest, 'deepest.txt', deepest - 1),
  ])
  await db.updateTable('files').set({ parent_id: loopB }).where('id', '=', loopA).execute()
  await db.updateTable('files').set({ parent_id: inItself }).where('id', '=', inItself).execute()
}
