import { toSchoolDay } from '../lib/schoolTime.ts'
import { getWeekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { chatsNote, fillSeedChats, moveChats } from './chats/fillChats.ts'
import { shortIn } from './classes.ts'
import { filesNote, fillSeedFiles } from './fillFiles.ts'
import { fillSeedHomework, homeworkNote, moveHomework } from './fillHomework.ts'
import { findPeople } from './fillPeople.ts'
import { insertRows } from './insertRows.ts'
import { daysWithSubstitutions, seedHolidays, substitutionDays } from './schoolDays.ts'
import { type Making, readOnce } from './schoolFiles.ts'
import { languageOf, note, noted, type SchoolLanguage, seedSchoolId, type When } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'
import { classesWithAssembly, type PlannedSubstitution, substitutionsOn } from './substitutions.ts'

/** Name of the fact with the day for which the school was created or last renewed. */
export const dayNote = 'seeded_for'

/** Parts that earlier releases did not insert, with the fact and the table that show whether they exist. */
const parts = [
  { name: homeworkNote, table: 'homeworks', fill: fillSeedHomework },
  { name: chatsNote, table: 'chats', fill: fillSeedChats },
  { name: filesNote, table: 'files', fill: fillSeedFiles },
] as const

/**
 * Adds homework, chats or files to a made-up school of a release that did not insert them. Skips a part if its table
 * has rows or if people of the school are missing.
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
 * Renews the days around `now` of a made-up school. Replaces holidays and substitutions, and moves homework and chats.
 * Does nothing for other schools, and at most once per day. Hosts call it at every start, so that an old school still
 * has data for today.
 */
export async function renewSeedDays(db: Db, making: Making): Promise<void> {
  await db.transaction().execute(async trx => {
    const seeded = await noted(trx, dayNote)
    if (seeded === undefined) return
    await addMissing(trx, making)
    if (seeded === toSchoolDay(making.now, making.timeZone)) return
    await trx.deleteFrom('holidays').where('school_id', '=', seedSchoolId).execute()
    await trx.deleteFrom('representations').execute()
    await moveHomework(trx, making)
    await moveChats(trx, making)
    await fillSeedDays(trx, { ...making, language: await languageOf(trx) })
  })
}

/** Inserts holidays and substitutions into a school without any. */
export async function fillSeedDays(
  db: Db,
  { now, timeZone, language }: When & { language: SchoolLanguage },
): Promise<void> {
  const today = toSchoolDay(now, timeZone)
  const holidays = seedHolidays(today, language).map(day => ({ ...day, school_id: seedSchoolId }))
  await insertRows(db, 'holidays', holidays)
  await fillSubstitutions(db, { now, timeZone }, language)
  await note(db, dayNote, today)
}

/** Inserts the substitutions of every class that has a timetable and no substitutions yet. */
async function fillSubstitutions(db: Db, when: When, language: SchoolLanguage): Promise<void> {
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
      'position',
      'unit_id',
      'lesson_id',
      'short',
    ])
    .orderBy('start_time')
    .orderBy('timetable_entries.id')
    .execute()
  const [first] = daysWithSubstitutions(toSchoolDay(when.now, when.timeZone))
  const filled = await db.selectFrom('representations').select('course_id').distinct().execute()

  for (const [course_id, plan] of Map.groupBy(planned, entry => entry.course_id)) {
    if (filled.some(each => each.course_id === course_id)) continue
    const className = plan[0]?.course ?? ''
    const lessonsOn = (date: string) => plan.filter(entry => entry.weekday === getWeekday(date))
    for (const { date, day } of substitutionDays(when)) {
      const items = substitutionsOn(className, getWeekday(date), day).flatMap(change => {
        const lesson = lessonsOn(date).find(
          ({ position, short }) =>
            position === change.hour && short === shortIn(className, change.subject, language),
        )
        return lesson ? toItem(change, lesson, texts) : []
      })
      const remarks = date === first && classesWithAssembly.includes(className) ? [texts.assembly] : []
      await insertSubstitutions(db, course_id, date, [...items, ...remarks])
    }
  }
}

/** A lesson of a day, by its IDs in the database. */
export type DayLesson = { unit_id: number; lesson_id: number }

/** Returns a substitution as the service stores it (service-facts.md): every key is optional. */
function toItem(
  { kind, teacher, room, note }: PlannedSubstitution,
  { unit_id, lesson_id }: DayLesson,
  notes: Record<string, string>,
): object {
  return {
    ...{ unit_id, lesson_id },
    ...(kind && { kind }),
    ...(teacher && { teacher }),
    ...(room && { room }),
    ...(note && { note: notes[note] }),
  }
}

/** Inserts the substitutions of a class on a day. */
export async function insertSubstitutions(
  db: Db,
  course_id: number,
  date: string,
  items: readonly unknown[],
): Promise<void> {
  const rows = items.map((item, index) => ({ course_id, date, body: body(item, index + 1) }))
  await insertRows(db, 'representations', rows)
}

/** Numbers a substitution within its day; other shapes stay as they are. */
const body = (item: unknown, id: number): string =>
  JSON.stringify(typeof item === 'object' ? { id, ...item } : item)
