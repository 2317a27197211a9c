import { dayOf } from '../lib/schoolTime.ts'
import { weekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { chatsNote, fillSeedChats, moveChats } from './chats/fillChats.ts'
import { oddClass, oddSubstitutions } from './faults/oddSchool.ts'
import { filesNote, fillSeedFiles } from './fillFiles.ts'
import { fillSeedHomework, homeworkNote, moveHomework } from './fillHomework.ts'
import { familyName, findPeople, seedTeachers } from './fillPeople.ts'
import { insertRows } from './insertRows.ts'
import { daysWithSubstitutions, seedHolidays } from './schoolDays.ts'
import { type Making, readOnce } from './schoolFiles.ts'
import {
  firstFaultClass,
  languageOf,
  note,
  noted,
  type SchoolLanguage,
  seedSchoolId,
  type When,
} from './schoolKind.ts'
import { type SchoolTexts, textsOf } from './schoolTexts.ts'

/** A lesson of the day that something happens to: ids of the store. */
type DayLesson = { unit_id: number; lesson_id: number }

/** For which day the school was made, or renewed last. */
export const dayNote = 'seeded_for'

/** What earlier releases did not know, with the table in which it would be. */
const parts = [
  { name: homeworkNote, table: 'homeworks', fill: fillSeedHomework },
  { name: chatsNote, table: 'chats', fill: fillSeedChats },
  { name: filesNote, table: 'files', fill: fillSeedFiles },
] as const

/**
 * Gives a seed school of a release that knew no homework, chats or files what a new one has. Does nothing where there are
 * any, or where somebody of the seed is gone.
 */
export async function addMissing(db: Db, making: Making): Promise<void> {
  for (const { name, table, fill } of parts) {
    if ((await noted(db, name)) !== undefined) continue
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) continue
    const people = await findPeople(db)
    const files = readOnce(making.files)
    if (people) await fill(db, { ...making, files, people, language: await languageOf(db) })
  }
}

/**
 * Makes the days around `now` of a seed school: holidays and substitutions, in place of those there are, homework that
 * is due and chats of now. Does nothing to a school that is nobody's seed, nor twice on one day; a host calls it at
 * every start, so that a school kept for weeks, or from an older release, still has something to show today.
 */
export async function renewSeedDays(db: Db, making: Making): Promise<void> {
  await db.transaction().execute(async trx => {
    const seeded = await noted(trx, dayNote)
    if (seeded === undefined) return
    await addMissing(trx, making)
    if (seeded === dayOf(making.now, making.timeZone)) return
    await trx.deleteFrom('holidays').where('school_id', '=', seedSchoolId).execute()
    await trx.deleteFrom('representations').execute()
    await moveHomework(trx, making)
    await moveChats(trx, making)
    await fillSeedDays(trx, { ...making, language: await languageOf(trx) })
  })
}

/** The days of a school without any. */
export async function fillSeedDays(
  db: Db,
  { now, timeZone, language }: When & { language: SchoolLanguage },
): Promise<void> {
  const today = dayOf(now, timeZone)
  const holidays = seedHolidays(today, language).map(day => ({ ...day, school_id: seedSchoolId }))
  await insertRows(db, 'holidays', holidays)
  await fillSubstitutions(db, today, language)
  await note(db, dayNote, today)
}

/** What happens today and on the next school day, in every class that has a timetable and nothing happening yet. */
export async function fillSubstitutions(db: Db, today: string, language: SchoolLanguage): Promise<void> {
  const texts = textsOf(language).substitutions
  const planned = await db
    .selectFrom('timetable_entries')
    .innerJoin('units', 'units.id', 'timetable_entries.unit_id')
    .innerJoin('lessons', 'lessons.id', 'timetable_entries.lesson_id')
    .innerJoin('courses', 'courses.id', 'timetable_entries.course_id')
    .select([
      'timetable_entries.course_id',
      'courses.name as course',
      'weekday',
      'unit_id',
      'lesson_id',
      'teacher',
    ])
    .orderBy('start_time')
    .orderBy('timetable_entries.id')
    .execute()
  // The odd class is taught as if nobody taught elsewhere.
  const taught = planned.filter(({ course_id }) => course_id < firstFaultClass)
  const busy = new Set(taught.map(({ weekday: day, unit_id, teacher }) => `${day}/${unit_id}/${teacher}`))
  const [first, second] = daysWithSubstitutions(today)
  const filled = await db.selectFrom('representations').select('course_id').distinct().execute()

  for (const [course_id, plan] of Map.groupBy(planned, entry => entry.course_id)) {
    if (filled.some(each => each.course_id === course_id)) continue
    for (const date of [first, second]) {
      const lessons = plan
        .filter(entry => entry.weekday === weekday(date))
        .map(({ unit_id, lesson_id }) => ({ unit_id, lesson_id }))
      const substitute = ({ unit_id }: { unit_id: number }) => {
        const free = (teacher: string) => !busy.has(`${weekday(date)}/${unit_id}/${teacher}`)
        return seedTeachers.map(familyName).find(free) ?? ''
      }
      const remarks = remarksOf(plan[0]?.course ?? '', date === first, texts)
      const items = [...seedSubstitutions(lessons, substitute, texts), ...remarks]
      const rows = items.map((item, index) => ({ course_id, date, body: body(item, index + 1) }))
      await insertRows(db, 'representations', rows)
    }
  }
}

/** An object gets a number of its own within the day; other shapes stay as they are. */
const body = (item: unknown, id: number): string =>
  JSON.stringify(typeof item === 'object' ? { id, ...item } : item)

/**
 * What happens to a class on a day with the lessons given, at least six, in order of time: one substitution of each
 * kind. `substitute` names a teacher who is free in that lesson.
 */
const seedSubstitutions = (
  lessons: readonly DayLesson[],
  substitute: (lesson: DayLesson) => string,
  { test, tasks, exam }: SchoolTexts['substitutions'],
): unknown[] =>
  lessons.flatMap((lesson, index): unknown[] => {
    // A new room and nothing else: every key is optional (service-facts.md).
    if (index === 0) return [{ ...lesson, room: '206' }]
    if (index === 1) return [{ ...lesson, kind: 'note', note: test }]
    if (index === 3) return [{ ...lesson, kind: 'substituted', teacher: substitute(lesson), note: tasks }]
    if (index === 4) return [{ ...lesson, kind: 'moved', room: 'B12', note: exam }]
    return index === 5 ? [{ ...lesson, kind: 'cancelled' }] : []
  })

/** What is said of a day as a whole; 8b, which everybody sees first, has none. */
function remarksOf(
  className: string,
  isFirst: boolean,
  { assembly }: SchoolTexts['substitutions'],
): readonly unknown[] {
  if (!['10a', '6c', oddClass].includes(className)) return []
  if (isFirst) return [assembly]
  return className === oddClass ? oddSubstitutions : []
}
