import { dayOf } from '../lib/schoolTime.ts'
import { plusDays, weekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../service/db/storeDocument.ts'
import { seedClasses, shortIn, weekdaysOf } from './classes.ts'
import plan from './files.json' with { type: 'json' }
import { lessonsIn } from './fillHomework.ts'
import type { Filling } from './fillPeople.ts'
import {
  insertFiles,
  insertGrants,
  insertNumbered,
  insertOne,
  type NewEntry,
  sharedBy,
} from './insertRows.ts'
import news from './news.json' with { type: 'json' }
import { chatDays } from './schoolDays.ts'
import type { SchoolFiles } from './schoolFiles.ts'
import { note, type SchoolLanguage } from './schoolKind.ts'
import { listed, nameIn, textsOf } from './schoolTexts.ts'
import { readKept } from './sheets.ts'

/**
 * An entry of a class's files. `by` is a person of the school; they administer it. When it was put there: school days
 * from the seed's own, and the school's time.
 */
type PlannedEntry = {
  name: string
  by: string
  day: number
  time?: string
  /** The file that is kept for it, if not one of its own name. */
  content?: string
  /** Who else may write in a folder. */
  writers?: string
  /** What is in it: it is a folder. */
  entries?: readonly PlannedEntry[]
}

/**
 * The files of each class; ids follow this order, folders first. Those of 8b are the ones of the pictures. English is
 * Omar Ruiz' own; in the folder of the museum trip two pupils may write too.
 */
const filePlan: Record<string, readonly PlannedEntry[]> = plan

const noon = '12:10'

export const filesNote = 'seeded_files'

/**
 * All files, lesson contents and news of a seed school, into one without any. The numbers up to 7 are folders of 8b, files
 * follow.
 */
export async function fillSeedFiles(db: Db, filling: Filling): Promise<void> {
  const courses = await db.selectFrom('courses').select(['id', 'name']).orderBy('id', 'desc').execute()
  // Of two classes of one name the older one.
  const courseIds = new Map(courses.map(({ id, name }) => [name, id]))
  const ready = await readyFiles(Object.values(filePlan).flatMap(contentsOf), filling.language, filling.files)
  for (const { name } of seedClasses) {
    const courseId = courseIds.get(name)
    if (courseId !== undefined)
      await addPlannedFiles(db, filePlan[name] ?? [], { ...filling, courseId, ready })
  }
  await fillLessonContents(db, filling)
  await fillNews(db, filling, courseIds)
  await note(db, filesNote, String(filling.now))
}

/** Returns the files of these names, each read and hashed once. */
export async function readyFiles(
  names: readonly string[],
  language: SchoolLanguage,
  files: SchoolFiles,
): Promise<Map<string, ReadyDocument>> {
  const ready = [...new Set(names)].map(async name => {
    const bytes = await readKept(name, language, files)
    return [name, await readyDocument({ name, bytes })] as const
  })
  return new Map(await Promise.all(ready))
}

/** Names of what is kept for them. */
const contentsOf = (entries: readonly PlannedEntry[]): string[] =>
  entries.flatMap(({ entries, content, name }) => (entries ? contentsOf(entries) : (content ?? name)))

/** Puts planned files into a class: all folders first, in the order they stand in, then all files. */
async function addPlannedFiles(
  db: Db,
  entries: readonly PlannedEntry[],
  filling: Filling & { courseId: number; ready: ReadonlyMap<string, ReadyDocument> },
): Promise<void> {
  const { courseId, ready, people, language } = filling
  const days = chatDays(filling, language)
  const files: NewEntry[] = []
  const entryOf = ({ name, by, day, time = noon }: PlannedEntry, parentId: number | null) => {
    const at = new Date(days.instantOf(day, time)).toISOString()
    return { courseId, parentId, name: nameIn(language, name), userId: people.idOf(by), at }
  }
  const addFiles = (inside: readonly PlannedEntry[], parentId: number | null): void => {
    for (const planned of inside.filter(({ entries }) => !entries)) {
      const document = ready.get(planned.content ?? planned.name)
      files.push({ ...entryOf(planned, parentId), document })
    }
  }
  const addFolders = async (inside: readonly PlannedEntry[], parentId: number | null): Promise<void> => {
    for (const planned of inside) {
      if (!planned.entries) continue
      const folder = entryOf(planned, parentId)
      const [id = 0] = await insertFiles(db, [folder])
      const who = [folder.userId, ...listed(planned.writers).map(people.idOf)]
      const [, ...given] = sharedBy(who, { id, at: folder.at })
      await insertGrants(db, 'file_id', given)
      await addFolders(planned.entries, id)
      addFiles(planned.entries, id)
    }
  }
  addFiles(entries, null)
  await addFolders(entries, null)
  await insertFiles(db, files)
}

/** How many lessons of each subject have their contents written down. */
const lessonsEach = 2

/** What was taught in the last lessons of every subject: its teacher administers it, the class teacher may write. */
async function fillLessonContents(db: Db, { people, now, timeZone, language }: Filling): Promise<void> {
  const { taught } = textsOf(language)
  const today = dayOf(now, timeZone)
  const rows: { teachers: number[]; lesson_id: number; date: string; text: string }[] = []
  for (const seedClass of seedClasses) {
    const { name, subjects, classTeacher } = seedClass
    for (const { id, short } of await lessonsIn(db, name)) {
      const subject = subjects.find(planned => shortIn(name, planned.short, language) === short)
      const teachers = [...new Set([subject?.teacher ?? classTeacher, classTeacher])].map(people.idOf)
      for (const [index, date] of lastDays(today, weekdaysOf(seedClass, subject?.short)).entries()) {
        rows.push({ teachers, lesson_id: id, date, text: taught[(id + index) % taught.length] ?? '' })
      }
    }
  }
  const at = (date: string) => `${date}T14:00:00.000Z`
  const values = rows.map(({ teachers: [teacher = 0], ...row }) => ({
    ...row,
    created_at: at(row.date),
    created_by_user_id: teacher,
  }))
  const ids = await insertNumbered(db, 'lesson_contents', values)
  const grants = rows.flatMap(({ teachers, date }, index) =>
    sharedBy(teachers, { id: ids[index] ?? 0, at: at(date) }),
  )
  await insertGrants(db, 'lesson_comment_id', grants)
}

/** The last days before today with a lesson, newest first. */
function lastDays(today: string, weekdays: ReadonlySet<number>): string[] {
  const days = Array.from({ length: 21 }, (_, index) => plusDays(today, -index - 1))
  return days.filter(date => weekdays.has(weekday(date))).slice(0, lessonsEach)
}

/** An entry of a bulletin board: who wrote it, school days from the school's own, who may write too, who only reads. */
type PlannedNews = { className: string; by: string; writers?: string; readers?: string; day: number }

/** News of the classes with their grants. */
async function fillNews(db: Db, filling: Filling, courseIds: ReadonlyMap<string, number>): Promise<void> {
  const { idOf } = filling.people
  const days = chatDays(filling, filling.language)
  const said = textsOf(filling.language).news
  for (const [index, { className, by, writers, readers, day }] of (news as PlannedNews[]).entries()) {
    const { title, text } = said[index] ?? { title: '', text: '' }
    const course_id = courseIds.get(className)
    if (course_id === undefined) continue
    const at = new Date(days.instantOf(day, '13:00')).toISOString()
    const entry = { course_id, title, text, created_at: at, created_by_user_id: idOf(by) }
    const id = await insertOne(db, 'news', entry)
    const writing = [by, ...listed(writers)].map(idOf)
    await insertGrants(db, 'announcement_id', sharedBy(writing, { id, at }, listed(readers).map(idOf)))
  }
}
