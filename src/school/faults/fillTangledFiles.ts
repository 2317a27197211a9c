import type { Db } from '../../service/db/schema.ts'
import { readyDocument } from '../../service/db/storeDocument.ts'
import { insertFiles, type NewEntry } from '../files/insertFiles.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { addFaultMembers } from './addFaultMembers.ts'

/** The class of faultClasses.ts in whose files no tree can be seen, and the numbers of what is in it. */
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

const { loopA, loopB, deep, deepest } = tangledFiles

/**
 * Files as they should not be, but as rows with bytes in them, so that they can be opened and saved (cases 19): a circle
 * of folders, a folder in itself, entries whose folder is in another class, entries in a file, and 64 folders each in the
 * one before. Jana Albrecht, Omar Ruiz and ten pupils of 8b are in the class.
 */
export async function fillTangledFiles(
  db: Db,
  { people, at }: { people: SeededPeople; at: string },
): Promise<void> {
  const { courseId } = tangledFiles
  const userId = await addFaultMembers(db, { courseId, people, at })
  const document = await readyDocument({
    name: 'found.txt',
    bytes: new TextEncoder().encode('You found me all the same.\n'),
  })
  const entry = { courseId, userId, at, parentId: null }
  const folder = (id: number, name: string, parentId: number | null = null): NewEntry => ({
    ...entry,
    id,
    name,
    parentId,
  })
  const file = (id: number, name: string, parentId: number | null = null): NewEntry => ({
    ...folder(id, name, parentId),
    document,
  })
  const ids = tangledFiles
  await insertFiles(db, [
    // In another class: whose files are in it are orphans here.
    { ...folder(ids.parentOfOrphans, 'Parent of orphans'), courseId: ids.elsewhere },
    folder(loopA, 'Loop A'),
    folder(loopB, 'Loop B', loopA),
    file(ids.inLoop, 'in-a-loop.txt', loopB),
    folder(ids.inItself, 'In itself'),
    file(ids.withinItself, 'within-itself.txt', ids.inItself),
    file(ids.orphan, 'orphan.txt', ids.parentOfOrphans),
    folder(ids.orphanFolder, 'Orphan folder', ids.parentOfOrphans),
    file(ids.inOrphanFolder, 'in-an-orphan-folder.txt', ids.orphanFolder),
    file(ids.aFile, 'a-file.txt'),
    file(ids.childOfFile, 'child-of-a-file.txt', ids.aFile),
    folder(ids.folderInFile, 'Folder in a file', ids.aFile),
    file(ids.inFolderInFile, 'in-a-folder-in-a-file.txt', ids.folderInFile),
    ...Array.from({ length: deepest - deep }, (_, index) =>
      folder(deep + index, `Folder ${index + 1}`, index === 0 ? null : deep + index - 1),
    ),
    file(deepest, 'deepest.txt', deepest - 1),
  ])
  await db.updateTable('files').set({ parent_id: loopB }).where('id', '=', loopA).execute()
  await db.updateTable('files').set({ parent_id: ids.inItself }).where('id', '=', ids.inItself).execute()
}
