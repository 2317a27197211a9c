import type { Db } from '../../store/schema.ts'
import type { ReadyDocument } from '../../storeDocument.ts'
import type { ChatDays } from '../chats/chatDays.ts'
import { type Grant, insertFiles, insertGrants, type NewEntry } from './insertFiles.ts'

/** When something was put there: school days from the seed's own, and the school's time. */
type Moment = { day: number; time?: string }

/** An entry of a class's files. `by` is a person of chatPeople.ts; they administer it. */
export type PlannedFile = Moment & { name: string; by: string; content?: string }
export type PlannedFolder = Moment & {
  name: string
  by: string
  /** Who else may write in it, by name. */
  writers?: readonly string[]
  entries: readonly PlannedEntry[]
}
export type PlannedEntry = PlannedFile | PlannedFolder

type Options = {
  courseId: number
  idOf: (name: string) => number
  days: ChatDays
  /** What is in the files, by name. */
  ready: ReadonlyMap<string, ReadyDocument>
  /** What an entry of the plan is called in the school. */
  nameOf: (name: string) => string
}

const noon = '12:10'

/** Puts planned files into a class: all folders first, in the order they stand in, then all files. */
export async function addPlannedFiles(
  db: Db,
  entries: readonly PlannedEntry[],
  { courseId, idOf, days, ready, nameOf }: Options,
): Promise<void> {
  const grants: Grant[] = []
  const files: NewEntry[] = []
  const addFolder = async (folder: PlannedFolder, parentId: number | null): Promise<void> => {
    const at = new Date(days.instantOf(folder.day, folder.time ?? noon)).toISOString()
    const { id } = await db
      .insertInto('files')
      .values({
        course_id: courseId,
        parent_id: parentId,
        name: nameOf(folder.name),
        is_dir: 1,
        created_at: at,
        created_by_user_id: idOf(folder.by),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const maker = idOf(folder.by)
    grants.push({ id, userId: maker, isAdmin: true, by: null, at })
    for (const name of folder.writers ?? [])
      grants.push({ id, userId: idOf(name), isAdmin: false, by: maker, at })
    for (const entry of folder.entries) if ('entries' in entry) await addFolder(entry, id)
    for (const entry of folder.entries) if (!('entries' in entry)) files.push(newFile(entry, id))
  }
  const newFile = (file: PlannedFile, parentId: number | null): NewEntry => ({
    courseId,
    parentId,
    name: nameOf(file.name),
    userId: idOf(file.by),
    at: new Date(days.instantOf(file.day, file.time ?? noon)).toISOString(),
    document: known(ready, file.content ?? file.name),
  })
  for (const entry of entries) if (!('entries' in entry)) files.push(newFile(entry, null))
  for (const entry of entries) if ('entries' in entry) await addFolder(entry, null)
  await insertGrants(db, 'file_id', grants)
  await insertFiles(db, files)
}

function known(ready: ReadonlyMap<string, ReadyDocument>, name: string): ReadyDocument {
  const document = ready.get(name)
  if (!document) throw new Error(`The seed school has no file ${name}.`)
  return document
}
