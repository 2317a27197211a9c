import { toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, getWeekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { type PreparedDocument, prepareDocument } from '../service/db/storeDocument.ts'
import { getAbbreviation, getWeekdays, seedClasses } from './classes.ts'
import plan from './files.json' with { type: 'json' }
import { selectLessons } from './fillHomework.ts'
import type { SeedContext } from './fillPeople.ts'
import {
  createGrants,
  insertFiles,
  insertGrants,
  insertOne,
  insertReturningIds,
  type NewEntry,
} from './insertRows.ts'
import news from './news.json' with { type: 'json' }
import { createChatDays } from './schoolDays.ts'
import type { SchoolFiles } from './schoolFiles.ts'
import { type SchoolLanguage, setFact } from './schoolKind.ts'
import { getSchoolTexts, splitList, translateName } from './schoolTexts.ts'
import { loadFile } from './sheets.ts'

/** `by` administers the entry. `day` is as in `ChatDays`. */
type PlannedEntry = {
  name: string
  by: string
  day: number
  time?: string
  /** Stored file, if it has another name. */
  content?: string
  writers?: string
  /** Undefined for a file. */
  entries?: readonly PlannedEntry[]
}

/** IDs follow this order, folders first. */
const filePlan: Record<string, readonly PlannedEntry[]> = plan

const noon = '12:10'

export const filesFact = 'seeded_files'

/** The database must have no files. IDs 1 to 7 are folders of 8b. */
export async function fillSeedFiles(db: Db, context: SeedContext): Promise<void> {
  const courses = await db.selectFrom('courses').select(['id', 'name']).orderBy('id', 'desc').execute()
  // If two classes have one name, the older counts.
  const courseIds = new Map(courses.map(({ id, name }) => [name, id]))
  const preparedFiles = await prepareFiles(
    Object.values(filePlan).flatMap(listStoredNames),
    context.language,
    context.files,
  )
  for (const { name } of seedClasses) {
    const courseId = courseIds.get(name)
    if (courseId !== undefined)
      await addPlannedFiles(db, filePlan[name] ?? [], { ...context, courseId, preparedFiles })
  }
  await fillLessonContents(db, context)
  await fillNews(db, context, courseIds)
  await setFact(db, filesFact, String(context.now))
}

export async function prepareFiles(
  names: readonly string[],
  language: SchoolLanguage,
  files: SchoolFiles,
): Promise<Map<string, PreparedDocument>> {
  const preparedFiles = [...new Set(names)].map(async name => {
    const bytes = await loadFile(name, language, files)
    return [name, await prepareDocument({ name, bytes })] as const
  })
  return new Map(await Promise.all(preparedFiles))
}

const listStoredNames = (entries: readonly PlannedEntry[]): string[] =>
  entries.flatMap(({ entries, content, name }) => (entries ? listStoredNames(entries) : (content ?? name)))

async function addPlannedFiles(
  db: Db,
  entries: readonly PlannedEntry[],
  context: SeedContext & { courseId: number; preparedFiles: ReadonlyMap<string, PreparedDocument> },
): Promise<void> {
  const { courseId, preparedFiles, people, language } = context
  const days = createChatDays(context, language)
  const files: NewEntry[] = []
  const createEntry = ({ name, by, day, time = noon }: PlannedEntry, parentId: number | null) => {
    const at = new Date(days.getInstant(day, time)).toISOString()
    return { courseId, parentId, name: translateName(language, name), userId: people.idOf(by), at }
  }
  const addFiles = (children: readonly PlannedEntry[], parentId: number | null): void => {
    for (const planned of children.filter(({ entries }) => !entries)) {
      const document = preparedFiles.get(planned.content ?? planned.name)
      files.push({ ...createEntry(planned, parentId), document })
    }
  }
  const addFolders = async (children: readonly PlannedEntry[], parentId: number | null): Promise<void> => {
    for (const planned of children) {
      if (!planned.entries) continue
      const folder = createEntry(planned, parentId)
      const [id = 0] = await insertFiles(db, [folder])
      const userIds = [folder.userId, ...splitList(planned.writers).map(people.idOf)]
      const [, ...writerGrants] = createGrants(userIds, { id, at: folder.at })
      await insertGrants(db, 'file_id', writerGrants)
      await addFolders(planned.entries, id)
      addFiles(planned.entries, id)
    }
  }
  addFiles(entries, null)
  await addFolders(entries, null)
  await insertFiles(db, files)
}

const contentsPerSubject = 2

/** The teacher administers them, and the class teacher may write. */
async function fillLessonContents(db: Db, { people, now, timeZone, language }: SeedContext): Promise<void> {
  const { taught } = getSchoolTexts(language)
  const today = toSchoolDay(now, timeZone)
  const rows: { teachers: number[]; lesson_id: number; date: string; text: string }[] = []
  for (const seedClass of seedClasses) {
    const { name, subjects, classTeacher } = seedClass
    for (const { id, short } of await selectLessons(db, name)) {
      const subject = subjects.find(planned => getAbbreviation(name, planned.short, language) === short)
      const teachers = [...new Set([subject?.teacher ?? classTeacher, classTeacher])].map(people.idOf)
      for (const [index, date] of lastDays(today, getWeekdays(seedClass, subject?.short)).entries()) {
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
  const ids = await insertReturningIds(db, 'lesson_contents', values)
  const grants = rows.flatMap(({ teachers, date }, index) =>
    createGrants(teachers, { id: ids[index] ?? 0, at: at(date) }),
  )
  await insertGrants(db, 'lesson_comment_id', grants)
}

function lastDays(today: string, weekdays: ReadonlySet<number>): string[] {
  const days = Array.from({ length: 21 }, (_, index) => addDaysToDay(today, -index - 1))
  return days.filter(date => weekdays.has(getWeekday(date))).slice(0, contentsPerSubject)
}

/** `day` is as in `ChatDays`. */
type PlannedNews = { className: string; by: string; writers?: string; readers?: string; day: number }

async function fillNews(db: Db, context: SeedContext, courseIds: ReadonlyMap<string, number>): Promise<void> {
  const { idOf } = context.people
  const days = createChatDays(context, context.language)
  const texts = getSchoolTexts(context.language).news
  for (const [index, { className, by, writers, readers, day }] of (news as PlannedNews[]).entries()) {
    const { title, text } = texts[index] ?? { title: '', text: '' }
    const course_id = courseIds.get(className)
    if (course_id === undefined) continue
    const at = new Date(days.getInstant(day, '13:00')).toISOString()
    const entry = { course_id, title, text, created_at: at, created_by_user_id: idOf(by) }
    const id = await insertOne(db, 'news', entry)
    const writerIds = [by, ...splitList(writers)].map(idOf)
    await insertGrants(
      db,
      'announcement_id',
      createGrants(writerIds, { id, at }, splitList(readers).map(idOf)),
    )
  }
}
