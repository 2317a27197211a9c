import { dayOf } from '../lib/schoolTime.ts'
import { weekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { addMissingChats, moveChats } from './chats/fillChats.ts'
import { oddClass, oddSubstitutions } from './faults/oddSchool.ts'
import { addMissingFiles } from './fillFiles.ts'
import { addMissingHomework, moveHomework } from './fillHomework.ts'
import { familyName, seedTeachers } from './fillPeople.ts'
import { daysWithSubstitutions, seedHolidays } from './schoolDays.ts'
import type { SchoolFiles } from './schoolFiles.ts'
import { firstFaultClass, kindOf, type SchoolKind, seedSchoolId } from './schoolKind.ts'
import { type SchoolTexts, textsOf } from './schoolTexts.ts'

/** A lesson of the day that something happens to: ids of the store. */
type DayLesson = { unit_id: number; lesson_id: number }

/** Which lessons of the day the changes fall on; leaves the third alone. */
const places = [0, 1, 3, 4, 5]

const fact = 'seeded_for'

/**
 * Makes the days around `now` of a seed school: holidays and substitutions, in place of those there are, homework that
 * is due and chats of now. Does nothing to a school that is nobody's seed, nor twice on one day; a host calls it at
 * every start, so that a school kept for weeks, or from an older release, still has something to show today.
 */
export async function renewSeedDays(
  db: Db,
  when: { now: number; timeZone: string; files: SchoolFiles },
): Promise<void> {
  const today = dayOf(when.now, when.timeZone)
  await db.transaction().execute(async trx => {
    const seeded = await trx.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()
    if (!seeded) return
    await addMissingHomework(trx, when)
    await addMissingChats(trx, when)
    await addMissingFiles(trx, when)
    if (seeded.value === today) return
    await trx.deleteFrom('holidays').where('school_id', '=', seedSchoolId).execute()
    await trx.deleteFrom('representations').execute()
    await fillDays(trx, today, await kindOf(trx))
    await moveHomework(trx, when)
    await moveChats(trx, when)
    await trx.updateTable('facts').set({ value: today }).where('name', '=', fact).execute()
  })
}

/** The days of a new seed school. `today` is the school's. */
export async function fillSeedDays(db: Db, today: string, kind: SchoolKind): Promise<void> {
  await fillDays(db, today, kind)
  await db.insertInto('facts').values({ name: fact, value: today }).execute()
}

async function fillDays(db: Db, today: string, kind: SchoolKind): Promise<void> {
  const holidays = seedHolidays(today, kind.language).map(holiday => ({
    ...holiday,
    school_id: seedSchoolId,
  }))
  await db.insertInto('holidays').values(holidays).execute()
  await fillSubstitutions(db, today, kind)
}

/** What happens today and on the next school day, in every class that has a timetable and nothing happening yet. */
export async function fillSubstitutions(db: Db, today: string, kind: SchoolKind): Promise<void> {
  const texts = textsOf(kind.language).substitutions
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
      const remarks = remarksOf(plan[0]?.course ?? '', date === first ? 'first' : 'second', kind)
      const items = [...seedSubstitutions(lessons, substitute, texts), ...remarks]
      const rows = items.map((item, index) => ({ course_id, date, body: body(item, index + 1) }))
      await db.insertInto('representations').values(rows).execute()
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
function seedSubstitutions(
  lessons: readonly DayLesson[],
  substitute: (lesson: DayLesson) => string,
  { test, tasks, exam }: SchoolTexts['substitutions'],
): unknown[] {
  const changes: ((lesson: DayLesson) => unknown)[] = [
    // A new room and nothing else: every key is optional (service-facts.md).
    lesson => ({ ...lesson, room: '206' }),
    lesson => ({ ...lesson, kind: 'note', note: test }),
    lesson => ({ ...lesson, kind: 'substituted', teacher: substitute(lesson), note: tasks }),
    lesson => ({
      ...lesson,
      kind: 'moved',
      room: 'B12',
      note: exam,
    }),
    lesson => ({ ...lesson, kind: 'cancelled' }),
  ]
  return changes.flatMap((change, index) => {
    const lesson = lessons[places[index] ?? 0]
    return lesson ? [change(lesson)] : []
  })
}

/** What is said of a day as a whole; 8b, which everybody sees first, has none. */
function remarksOf(className: string, day: 'first' | 'second', { language }: SchoolKind): readonly unknown[] {
  if (!['10a', '6c', oddClass].includes(className)) return []
  if (day === 'first') return [textsOf(language).substitutions.assembly]
  return className === oddClass ? oddSubstitutions : []
}
