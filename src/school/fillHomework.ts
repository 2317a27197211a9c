import { toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, getWeekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { dueAt } from '../service/routes/homework.ts'
import { addHomework } from './addHomework.ts'
import { getAbbreviation, getHomeworkPlan, getWeekdays, seedClasses } from './classes.ts'
import { createDraw } from './draw.ts'
import type { SeedContext } from './fillPeople.ts'
import { addDaysAtSameTime, getHandInFiles } from './handIns.ts'
import { createHolidays } from './schoolDays.ts'
import { getFact, type SchoolLanguage, type SchoolTime, setFact } from './schoolKind.ts'
import { splitList } from './schoolTexts.ts'
import { loadFile } from './sheets.ts'

/** Fact: the end of made-up events (Unix ms), then the IDs of the homework. */
export const homeworkFact = 'seeded_homework'
const week = 7 * 86_400_000

/** The database must have no homework. */
export async function fillSeedHomework(db: Db, context: SeedContext): Promise<void> {
  const { now, timeZone, files, people, language } = context
  const names = seedClasses.flatMap(({ name }) => getHomeworkPlan(name, language).flatMap(getHandInFiles))
  // One delay on a slow network.
  await Promise.all([...new Set(names)].map(name => loadFile(name, language, files)))
  const today = toSchoolDay(now, timeZone)
  const draw = createDraw(3)
  const ids: number[] = []
  for (const seedClass of seedClasses) {
    const { name, subjects } = seedClass
    const lessons = await selectLessons(db, name)
    for (const planned of getHomeworkPlan(name, language)) {
      const lesson = lessons.find(({ short }) => short === getAbbreviation(name, planned.subject, language))
      const teacher = subjects.find(({ short }) => short === planned.subject)?.teacher ?? ''
      if (!lesson) throw new Error(`The seed school has no ${planned.subject} in ${name}.`)
      const { id: lesson_id, course_id } = lesson
      const weekdays = getWeekdays(seedClass, planned.subject)
      const day = findDueDay(today, planned.due, { weekdays, language })
      const id = await addHomework(db, planned, {
        ...{ now, timeZone, files, language, draw, course_id, lesson_id },
        due: Date.parse(await dueAt(db, { lesson_id, day, timeZone })),
        writers: [teacher, ...splitList(planned.alsoWrites)].map(people.idOf),
        readers: splitList(planned.alsoReads).map(people.idOf),
        pupils: people.pupilsOf(name),
      })
      ids.push(id)
    }
  }
  await setFact(db, homeworkFact, [now, ...ids].join(' '))
}

export const selectLessons = (db: Db, className: string) =>
  db
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['lessons.id', 'lessons.short', 'lessons.course_id'])
    .where('courses.name', '=', className)
    .orderBy('lessons.id')
    .execute()

/** By whole weeks, so that some is always due. Times of later changes by users stay. */
export async function moveHomework(db: Db, { now, timeZone }: SchoolTime): Promise<void> {
  const [createdUntil, ...ids] = (await getFact(db, homeworkFact))?.split(' ').map(Number) ?? []
  if (createdUntil === undefined) return
  const weeks = Math.floor((now - createdUntil) / week)
  if (weeks < 1) return
  const homework = await db.selectFrom('homeworks').select(['id', 'due_at', 'created_at']).execute()
  for (const { id, due_at, created_at } of homework) {
    if (!ids.includes(id)) continue
    const due = Date.parse(due_at)
    const move = (instant: number) => new Date(addDaysAtSameTime(instant, 7 * weeks, timeZone)).toISOString()
    const moveIfSeeded = (instant: string) =>
      Date.parse(instant) > createdUntil ? instant : move(Date.parse(instant))
    const dates = { due_at: move(due), created_at: moveIfSeeded(created_at) }
    await db.updateTable('homeworks').set(dates).where('id', '=', id).execute()
    await moveSubmissions(db, id, moveIfSeeded)
  }
  await setFact(db, homeworkFact, [createdUntil + weeks * week, ...ids].join(' '))
}

async function moveSubmissions(db: Db, id: number, moveIfSeeded: (instant: string) => string): Promise<void> {
  const moveOrNull = (instant: string | null) => (instant === null ? null : moveIfSeeded(instant))
  for (const row of await db.selectFrom('submissions').selectAll().where('todo_id', '=', id).execute()) {
    await db
      .updateTable('submissions')
      .set({
        acknowledged_at: moveOrNull(row.acknowledged_at),
        submitted_at: moveOrNull(row.submitted_at),
        corrected_at: moveOrNull(row.corrected_at),
      })
      .where('todo_id', '=', id)
      .where('user_id', '=', row.user_id)
      .execute()
  }
  const documents = db.selectFrom('documents').select(['id', 'uploaded_at']).where('todo_id', '=', id)
  for (const document of await documents.execute()) {
    const uploaded_at = moveIfSeeded(document.uploaded_at)
    await db.updateTable('documents').set({ uploaded_at }).where('id', '=', document.id).execute()
  }
}

/** Earlier for past homework, otherwise later. Homework for today may lack a lesson. */
function findDueDay(
  today: string,
  due: number,
  { weekdays, language }: { weekdays: ReadonlySet<number>; language: SchoolLanguage },
): string {
  const closed = new Set(createHolidays(today, language).map(({ date }) => date))
  const isSuitable = (date: string) =>
    due === 0 ? getWeekday(date) <= 5 : weekdays.has(getWeekday(date)) && !closed.has(date)
  const step = due < 0 ? -1 : 1
  let date = addDaysToDay(today, due)
  for (let attempts = 0; attempts < 30 && !isSuitable(date); attempts += 1) date = addDaysToDay(date, step)
  return date
}
