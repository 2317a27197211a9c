import { faultFolderIds, faultFolders } from '../../faultFolders.ts'
import type { Db } from '../../store/schema.ts'
import { type ReadyDocument, readyDocument } from '../../storeDocument.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { addFaultMembers } from './addFaultMembers.ts'
import { insertFiles, type NewEntry } from './insertFiles.ts'
import { strangeNames } from './strangeNames.ts'

/** The folder of strangeNames.ts, and its first entry. */
export const strangeFolder = { id: 9320, first: 9421 } as const

type Options = { people: SeededPeople; at: string }

/**
 * In a class of their own: the folders in which writes go wrong, each with a file that says how, and one of names that
 * nobody should choose. Jana Albrecht, Omar Ruiz and ten pupils of 8b are in the class.
 */
export async function fillFaultFolders(db: Db, { people, at }: Options): Promise<void> {
  const { courseId } = faultFolderIds
  const userId = await addFaultMembers(db, { courseId, people, at })
  const entry = (id: number, parentId: number | null, name: string, document?: ReadyDocument): NewEntry => ({
    id,
    courseId,
    parentId,
    name,
    userId,
    at,
    ...(document && { document }),
  })
  await insertFiles(db, [
    entry(faultFolderIds.parent, null, 'Faults'),
    ...faultFolders.map(({ id, name }) => entry(id, faultFolderIds.parent, name)),
    entry(strangeFolder.id, faultFolderIds.parent, 'Strange names'),
  ])
  await db
    .insertInto('file_faults')
    .values(faultFolders.map(({ id, kind, value }) => ({ file_id: id, kind, value })))
    .execute()
  await insertFiles(
    db,
    await Promise.all(
      strangeNames.map(async ({ trick, name, isFolder }, index) => {
        const id = strangeFolder.first + index
        return entry(id, strangeFolder.id, name, isFolder ? undefined : await said(`The name: ${trick}.\n`))
      }),
    ),
  )
  await insertFiles(
    db,
    await Promise.all(
      faultFolders.map(async ({ id, says }, index) =>
        entry(
          strangeFolder.first + strangeNames.length + index,
          id,
          'what happens here.txt',
          await said(`In this folder: ${says}.\n`),
        ),
      ),
    ),
  )
}

const said = (text: string) => readyDocument({ name: 'said.txt', bytes: new TextEncoder().encode(text) })
