import { dayOf } from '../lib/schoolTime.ts'
import { plusDays, weekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { seedClasses, shortIn, weekdaysOf } from './classes.ts'
import type { SeededPeople } from './fillPeople.ts'
import { insertGrants } from './insertFiles.ts'
import news from './news.json' with { type: 'json' }
import type { ChatDays, When } from './schoolDays.ts'
import type { SchoolKind, SchoolLanguage } from './schoolKind.ts'
import { listed, textsOf } from './schoolTexts.ts'

/** An entry of a bulletin board: who wrote it, school days from the school's own, who may write too, who only reads. */
type PlannedNews = { className: string; by: string; writers?: string; readers?: string; day: number }
const plannedNews: readonly PlannedNews[] = news

/** How many lessons of each subject have their contents written down. */
const lessonsEach = 2

type Options = When & { people: SeededPeople; kind: SchoolKind }

/** What was taught in the last lessons of every subject: its teacher administers it, the class teacher may write. */
export async function fillLessonContents(db: Db, { people, now, timeZone, kind }: Options): Promise<void> {
  const { taught } = textsOf(kind.language)
  const today = dayOf(now, timeZone)
  const rows: { teachers: number[]; lesson_id: number; date: string; text: string }[] = []
  for (const seedClass of seedClasses) {
    const { name, subjects, classTeacher } = seedClass
    const lessons = await db
      .selectFrom('lessons')
      .innerJoin('courses', 'courses.id', 'lessons.course_id')
      .select(['lessons.id', 'lessons.short'])
      .where('courses.name', '=', name)
      .orderBy('lessons.id')
      .execute()
    for (const { id, short } of lessons) {
      const subject = subjects.find(planned => shortIn(name, planned.short, kind) === short)
      const teacher = subject?.teacher ?? classTeacher
      const teachers = [...new Set([teacher, classTeacher])].map(each => people.teachers.get(each) ?? 0)
      const weekdays = weekdaysOf(seedClass, subject?.short)
      for (const [index, date] of lastDays(today, weekdays).entries()) {
        rows.push({ teachers, lesson_id: id, date, text: taught[(id + index) % taught.length] ?? '' })
      }
    }
  }
  const at = (date: string) => `${date}T14:00:00.000Z`
  const values = rows.map(({ teachers, ...row }) => ({
    ...row,
    created_at: at(row.date),
    created_by_user_id: teachers[0] ?? null,
  }))
  const inserted = await db.insertInto('lesson_contents').values(values).returning('id').execute()
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const grants = rows.flatMap(({ teachers, date }, index) =>
    teachers.map((userId, place) => ({
      id: ids[index] ?? 0,
      userId,
      isAdmin: place === 0,
      by: place === 0 ? null : (teachers[0] ?? null),
      at: at(date),
    })),
  )
  await insertGrants(db, 'lesson_comment_id', grants)
}

/** The last days before today with a lesson, newest first. */
function lastDays(today: string, weekdays: ReadonlySet<number>): string[] {
  const days: string[] = []
  for (let back = 1; back <= 21 && days.length < lessonsEach; back += 1) {
    const date = plusDays(today, -back)
    if (weekdays.has(weekday(date))) days.push(date)
  }
  return days
}

/** News of the classes with their grants. */
export async function fillNews(
  db: Db,
  {
    days,
    idOf,
    courseIds,
    language,
  }: {
    days: ChatDays
    idOf: (name: string) => number
    courseIds: ReadonlyMap<string, number>
    language: SchoolLanguage
  },
): Promise<void> {
  const said = textsOf(language).news
  for (const [index, { className, by, writers, readers, day }] of plannedNews.entries()) {
    const { title, text } = said[index] ?? { title: '', text: '' }
    const course_id = courseIds.get(className)
    if (course_id === undefined) continue
    const at = new Date(days.instantOf(day, '13:00')).toISOString()
    const maker = idOf(by)
    const { id } = await db
      .insertInto('news')
      .values({ course_id, title, text, created_at: at, created_by_user_id: maker })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertGrants(db, 'announcement_id', [
      { id, userId: maker, isAdmin: true, by: null, at },
      ...listed(writers).map(name => ({ id, userId: idOf(name), isAdmin: false, by: maker, at })),
      ...listed(readers).map(name => ({
        id,
        userId: idOf(name),
        isAdmin: false,
        isReader: true as const,
        by: maker,
        at,
      })),
    ])
  }
}
