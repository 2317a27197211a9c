import type { Db } from '../../service/db/schema.ts'
import { readyDocument } from '../../service/db/storeDocument.ts'
import { chatDays, type When } from '../chats/chatDays.ts'
import { chatPeople } from '../chats/chatPeople.ts'
import { createDraw } from '../draw.ts'
import { fillFaultFolders } from '../faults/fillFaultFolders.ts'
import { fillFaults } from '../faults/fillFaults.ts'
import { fillTangledFiles } from '../faults/fillTangledFiles.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { findPeople } from '../findPeople.ts'
import { type Photos, readPhotos } from '../photos.ts'
import { kindOf, type SchoolKind } from '../schoolKind.ts'
import { seedClasses } from '../subjects.ts'
import { nameIn } from '../texts/textsOf.ts'
import { fileContents } from './fileContents.ts'
import { filePlan } from './filePlan.ts'
import { fillFileCrowd } from './fillFileCrowd.ts'
import { fillLessonContents } from './fillLessonContents.ts'
import { fillNews } from './fillNews.ts'
import { addPlannedFiles } from './plannedFiles.ts'

const fact = 'seeded_files'

/** With what a file is made of. */
type Making = When & { photos: Photos }

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
    photos,
    ...when
  }: Making & { people: SeededPeople; crowd: boolean; kind: SchoolKind },
): Promise<void> {
  const { language } = kind
  const days = chatDays(when, language)
  const idOf = chatPeople(people)
  const courses = await db.selectFrom('courses').select(['id', 'name']).orderBy('id', 'desc').execute()
  // Of two classes of one name the older one.
  const courseIds = new Map(courses.map(({ id, name }) => [name, id]))
  const materials = { language, pictures: await readPhotos(photos), draw: createDraw(40) }
  const nameOf = (name: string) => nameIn(language, name)
  const ready = new Map(
    await Promise.all(
      Object.entries(fileContents).map(
        async ([name, make]) => [name, await readyDocument({ name, bytes: await make(materials) })] as const,
      ),
    ),
  )
  for (const { name } of seedClasses) {
    const courseId = courseIds.get(name)
    if (courseId !== undefined)
      await addPlannedFiles(db, filePlan[name] ?? [], { courseId, idOf, days, ready, nameOf })
  }
  const at = new Date(days.instantOf(-20, '15:00')).toISOString()
  if (kind.faults) {
    await fillFaults(db, when.now)
    await fillFaultFolders(db, { people, at })
    await fillTangledFiles(db, { people, at })
  }
  if (crowd) await fillFileCrowd(db, { people, now: when.now, kind })
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
