import { toSchoolDay } from '../lib/schoolTime.ts'
import { getWeekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { chatsFact, fillSeedChats, moveChats } from './chats/fillChats.ts'
import { getAbbreviation } from './classes.ts'
import { filesFact, fillSeedFiles } from './fillFiles.ts'
import { fillSeedHomework, homeworkFact, moveHomework } from './fillHomework.ts'
import { findPeople } from './fillPeople.ts'
import { insertRows } from './insertRows.ts'
import { createHolidays, getSubstitutionDays, getVisibleSubstitutionDays } from './schoolDays.ts'
import { cacheFiles, type SeedInput } from './schoolFiles.ts'
import {
  getFact,
  getSchoolLanguage,
  type SchoolLanguage,
  type SchoolTime,
  seedSchoolId,
  setFact,
} from './schoolKind.ts'
import { getSchoolTexts } from './schoolTexts.ts'
import { classesWithAssembly, getSubstitutions, type PlannedSubstitution } from './substitutions.ts'

/** Fact: the day of the creation or last renewal. */
export const dayFact = 'seeded_for'

/** Earlier releases did not insert these. */
const parts = [
  { name: homeworkFact, table: 'homeworks', fill: fillSeedHomework },
  { name: chatsFact, table: 'chats', fill: fillSeedChats },
  { name: filesFact, table: 'files', fill: fillSeedFiles },
] as const

/** Skips a part if its table has rows, or if people are missing. */
export async function addMissingParts(db: Db, input: SeedInput): Promise<void> {
  for (const { name, table, fill } of parts) {
    if ((await getFact(db, name)) !== undefined) continue
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) continue
    const people = await findPeople(db)
    const files = cacheFiles(input.files)
    if (people) await fill(db, { ...input, files, people, language: await getSchoolLanguage(db) })
  }
}

/** Moves the school to `now`, at most once per day. Hosts call it at every start. */
export async function renewSeedDays(db: Db, input: SeedInput): Promise<void> {
  await db.transaction().execute(async trx => {
    const seeded = await getFact(trx, dayFact)
    if (seeded === undefined) return
    await addMissingParts(trx, input)
    if (seeded === toSchoolDay(input.now, input.timeZone)) return
    await trx.deleteFrom('holidays').where('school_id', '=', seedSchoolId).execute()
    await trx.deleteFrom('representations').execute()
    await moveHomework(trx, input)
    await moveChats(trx, input)
    await fillSeedDays(trx, { ...input, language: await getSchoolLanguage(trx) })
  })
}

export async function fillSeedDays(
  db: Db,
  { now, timeZone, language }: SchoolTime & { language: SchoolLanguage },
): Promise<void> {
  const today = toSchoolDay(now, timeZone)
  const holidays = createHolidays(today, language).map(day => ({ ...day, school_id: seedSchoolId }))
  await insertRows(db, 'holidays', holidays)
  await fillSubstitutions(db, { now, timeZone }, language)
  await setFact(db, dayFact, today)
}

/** Skips classes that have substitutions. */
async function fillSubstitutions(db: Db, when: SchoolTime, language: SchoolLanguage): Promise<void> {
  const texts = getSchoolTexts(language).substitutions
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
  const [first] = getVisibleSubstitutionDays(toSchoolDay(when.now, when.timeZone))
  const filled = await db.selectFrom('representations').select('course_id').distinct().execute()

  for (const [course_id, plan] of Map.groupBy(planned, entry => entry.course_id)) {
    if (filled.some(each => each.course_id === course_id)) continue
    const className = plan[0]?.course ?? ''
    const lessonsOn = (date: string) => plan.filter(entry => entry.weekday === getWeekday(date))
    for (const { date, day } of getSubstitutionDays(when)) {
      const items = getSubstitutions(className, getWeekday(date), day).flatMap(change => {
        const lesson = lessonsOn(date).find(
          ({ position, short }) =>
            position === change.hour && short === getAbbreviation(className, change.subject, language),
        )
        return lesson ? toItem(change, lesson, texts) : []
      })
      const remarks = date === first && classesWithAssembly.includes(className) ? [texts.assembly] : []
      await insertSubstitutions(db, course_id, date, [...items, ...remarks])
    }
  }
}

export type DayLesson = { unit_id: number; lesson_id: number }

/** Every key is optional, as in the service (service-facts.md). */
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

export async function insertSubstitutions(
  db: Db,
  course_id: number,
  date: string,
  items: readonly unknown[],
): Promise<void> {
  const rows = items.map((item, index) => ({
    course_id,
    date,
    body: serializeItem(item, index + 1),
  }))
  await insertRows(db, 'representations', rows)
}

/** Other shapes stay as they are. */
const serializeItem = (item: unknown, id: number): string =>
  JSON.stringify(typeof item === 'object' ? { id, ...item } : item)
