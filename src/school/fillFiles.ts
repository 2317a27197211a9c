import type { Db } from '../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../service/db/storeDocument.ts'
import { seedClasses } from './classes.ts'
import { fillFileCrowd } from './crowd.ts'
import plan from './files.json' with { type: 'json' }
import { findPeople, personIn, type SeededPeople } from './fillPeople.ts'
import { fillLessonContents, fillNews } from './fillTaughtAndNews.ts'
import { type Grant, insertFiles, insertGrants, type NewEntry } from './insertFiles.ts'
import { type ChatDays, chatDays, type When } from './schoolDays.ts'
import { keptIn, type SchoolFiles } from './schoolFiles.ts'
import { kindOf, type SchoolKind } from './schoolKind.ts'
import { listed, nameIn } from './schoolTexts.ts'

/** When something was put there: school days from the seed's own, and the school's time. */
type Moment = { day: number; time?: string }

/**
 * An entry of a class's files. `by` is a person of `personIn`; they administer it. `content` is the file that is kept
 * for it, if not one of its own name.
 */
type PlannedFile = Moment & { name: string; by: string; content?: string }
type PlannedFolder = Moment & {
  name: string
  by: string
  /** Who else may write in it. */
  writers?: string
  entries: readonly PlannedEntry[]
}
type PlannedEntry = PlannedFile | PlannedFolder

/**
 * The files of each class; ids follow this order, folders first. Those of 8b are the ones of the pictures. English is
 * Omar Ruiz' own; in the folder of the museum trip two pupils may write too.
 */
const filePlan: Record<string, readonly PlannedEntry[]> = plan

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

const fact = 'seeded_files'

/** With what a file is made of. */
type Making = When & { files: SchoolFiles }

/**
 * All files, lesson contents and news of a seed school, into one without any; `crowd` as in SeedOptions. The numbers up
 * to 7 are folders of 8b, files follow.
 */
export async function fillSeedFiles(
  db: Db,
  {
    people,
    crowd,
    kind,
    files,
    ...when
  }: Making & { people: SeededPeople; crowd: boolean; kind: SchoolKind },
): Promise<void> {
  const { language } = kind
  const days = chatDays(when, language)
  const idOf = personIn(people)
  const courses = await db.selectFrom('courses').select(['id', 'name']).orderBy('id', 'desc').execute()
  // Of two classes of one name the older one.
  const courseIds = new Map(courses.map(({ id, name }) => [name, id]))
  const nameOf = (name: string) => nameIn(language, name)
  const contents = new Set(Object.values(filePlan).flatMap(contentsOf))
  const ready = new Map(
    await Promise.all(
      [...contents].map(async name => {
        const bytes = await files(keptIn(language, name))
        return [name, await readyDocument({ name, bytes })] as const
      }),
    ),
  )
  for (const { name } of seedClasses) {
    const courseId = courseIds.get(name)
    if (courseId !== undefined)
      await addPlannedFiles(db, filePlan[name] ?? [], { courseId, idOf, days, ready, nameOf })
  }
  if (crowd) await fillFileCrowd(db, { people, now: when.now, kind, files })
  await fillLessonContents(db, { ...when, people, kind })
  await fillNews(db, { days, idOf, courseIds, language })
  await db
    .insertInto('facts')
    .values({ name: fact, value: String(when.now) })
    .execute()
}

/**
 * Gives a seed school of a release that knew no files what a new one has. Does nothing where there is any, or where
 * somebody of the seed is gone. Files keep their dates: nothing about them is ever due.
 */
export async function addMissingFiles(db: Db, when: Making): Promise<void> {
  if (await db.selectFrom('facts').select('name').where('name', '=', fact).executeTakeFirst()) return
  if (await db.selectFrom('files').select('id').limit(1).executeTakeFirst()) return
  const people = await findPeople(db)
  if (people) await fillSeedFiles(db, { ...when, people, crowd: false, kind: await kindOf(db) })
}

/** Names of what is kept for them. */
const contentsOf = (entries: readonly PlannedEntry[]): string[] =>
  entries.flatMap(entry => ('entries' in entry ? contentsOf(entry.entries) : (entry.content ?? entry.name)))

/** Puts planned files into a class: all folders first, in the order they stand in, then all files. */
async function addPlannedFiles(
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
    for (const name of listed(folder.writers))
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
  if (!document) throw new Error(`The made-up school has no file ${name}.`)
  return document
}
