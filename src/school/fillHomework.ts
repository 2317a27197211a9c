import { clockOf, dayOf, instantAt } from '../lib/schoolTime.ts'
import { plusDays, weekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { dueAt } from '../service/routes/homework.ts'
import { addHomework } from './addHomework.ts'
import { homeworkPlan, seedClasses, shortIn, weekdaysOf } from './classes.ts'
import { fillCrowd } from './crowd.ts'
import { createDraw, type Draw } from './draw.ts'
import { findPeople, type SeededPeople } from './fillPeople.ts'
import { seedHolidays } from './schoolDays.ts'
import { keptIn, readOnce, type SchoolFiles } from './schoolFiles.ts'
import { kindOf, type SchoolKind } from './schoolKind.ts'

type When = { now: number; timeZone: string }
/** With what a homework is made of. */
type Making = When & { files: SchoolFiles }

type Filling = {
  now: number
  timeZone: string
  draw: Draw
  people: SeededPeople
  kind: SchoolKind
  files: SchoolFiles
}

/** The homework of the seed, and the last instant, Unix ms, of what the seed says was done with it. */
type Seeded = { madeAt: number; ids: number[] }
const fact = 'seeded_homework'
const week = 7 * 86_400_000

/** All homework of a seed school, into one without any; `crowd` as in SeedOptions. */
export async function fillSeedHomework(
  db: Db,
  {
    people,
    crowd,
    kind,
    files: given,
    ...when
  }: Making & { people: SeededPeople; crowd: boolean; kind: SchoolKind },
): Promise<void> {
  const files = readOnce(given)
  await fillHomework(db, { ...when, draw: createDraw(3), people, kind, files })
  // Before the classes with large numbers, so that it is the fifth.
  if (crowd) await fillCrowd(db, { ...when, people, kind, files })
  // It is the seed's own, to be moved with the days.
  const rows = await db.selectFrom('homeworks').select('id').orderBy('id').execute()
  await remember(db, { madeAt: when.now, ids: rows.map(({ id }) => id) })
}

/**
 * Gives a seed school of a release that knew no homework what a new one has. Does nothing where there is any, or where
 * somebody of the seed is gone.
 */
export async function addMissingHomework(db: Db, when: Making): Promise<void> {
  if (await db.selectFrom('facts').select('name').where('name', '=', fact).executeTakeFirst()) return
  if (await db.selectFrom('homeworks').select('id').limit(1).executeTakeFirst()) return
  const people = await findPeople(db)
  if (!people) return
  await fillSeedHomework(db, { ...when, people, crowd: false, kind: await kindOf(db) })
}

/**
 * Moves the seed's homework on by whole weeks, to the same hours of the timetable, so that some is always due. What
 * people did with it since stays when it was.
 */
export async function moveHomework(db: Db, { now, timeZone }: When): Promise<void> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()
  if (!row) return
  const { madeAt, ids } = read(row.value)
  const weeks = Math.floor((now - madeAt) / week)
  if (weeks < 1) return
  const homework = await db.selectFrom('homeworks').select(['id', 'due_at', 'created_at']).execute()
  for (const { id, due_at, created_at } of homework) {
    if (!ids.includes(id)) continue
    const due = Date.parse(due_at)
    const moved = instantAt(plusDays(dayOf(due, timeZone), 7 * weeks), clockOf(due, timeZone), timeZone)
    const later = (instant: string) =>
      Date.parse(instant) > madeAt ? instant : new Date(Date.parse(instant) + moved - due).toISOString()
    await db
      .updateTable('homeworks')
      .set({ due_at: new Date(moved).toISOString(), created_at: later(created_at) })
      .where('id', '=', id)
      .execute()
    await moveSubmissions(db, id, later)
  }
  await remember(db, { madeAt: madeAt + weeks * week, ids })
}

async function moveSubmissions(db: Db, id: number, later: (instant: string) => string): Promise<void> {
  const laterOrNull = (instant: string | null) => (instant === null ? null : later(instant))
  for (const row of await db.selectFrom('submissions').selectAll().where('todo_id', '=', id).execute()) {
    const { acknowledged_at, submitted_at, corrected_at } = row
    await db
      .updateTable('submissions')
      .set({
        acknowledged_at: laterOrNull(acknowledged_at),
        submitted_at: laterOrNull(submitted_at),
        corrected_at: laterOrNull(corrected_at),
      })
      .where('todo_id', '=', id)
      .where('user_id', '=', row.user_id)
      .execute()
  }
  const documents = db.selectFrom('documents').select(['id', 'uploaded_at']).where('todo_id', '=', id)
  for (const document of await documents.execute()) {
    await db
      .updateTable('documents')
      .set({ uploaded_at: later(document.uploaded_at) })
      .where('id', '=', document.id)
      .execute()
  }
}

function read(value: string): Seeded {
  const [madeAt, ...ids] = value.split(' ').map(Number)
  return { madeAt: madeAt ?? 0, ids }
}

async function remember(db: Db, { madeAt, ids }: Seeded): Promise<void> {
  const value = [madeAt, ...ids].join(' ')
  await db
    .insertInto('facts')
    .values({ name: fact, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Homework past, due and coming for every class, with everything that was handed in to it. */
async function fillHomework(db: Db, options: Filling): Promise<void> {
  const { kind, files } = options
  const photos = seedClasses.flatMap(({ name }) =>
    homeworkPlan(name, kind).flatMap(each => each.photos ?? []),
  )
  const kept = new Set([...photos, 'worksheet.pdf', 'exercise.pdf', 'essay.pdf', 'notes.txt'])
  // All at once, so that a network is waited for once.
  await Promise.all([...kept].map(name => files(keptIn(kind.language, name))))
  const today = dayOf(options.now, options.timeZone)
  for (const seedClass of seedClasses) {
    const { name, subjects } = seedClass
    const lessons = await db
      .selectFrom('lessons')
      .innerJoin('courses', 'courses.id', 'lessons.course_id')
      .select(['lessons.id', 'lessons.short', 'lessons.course_id'])
      .where('courses.name', '=', name)
      .execute()
    for (const planned of homeworkPlan(name, kind)) {
      const lesson = lessons.find(({ short }) => short === shortIn(name, planned.subject, kind))
      const teacher = subjects.find(({ short }) => short === planned.subject)?.teacher ?? ''
      if (!lesson) throw new Error(`The seed school has no ${planned.subject} in ${name}.`)
      const weekdays = weekdaysOf(seedClass, planned.subject)
      const due = Date.parse(
        await dueAt(db, {
          lesson_id: lesson.id,
          day: dueDay(today, planned.due, { weekdays, language: kind.language }),
          timeZone: options.timeZone,
        }),
      )
      const writers = [teacher, ...(planned.alsoWrites ? [planned.alsoWrites] : [])]
      await addHomework(db, planned, {
        ...options,
        course_id: lesson.course_id,
        lesson_id: lesson.id,
        due,
        writers: writers.map(writer => options.people.teachers.get(writer) ?? 0),
        readers: planned.alsoReads ? [options.people.teachers.get(planned.alsoReads) ?? 0] : [],
        pupils: options.people.pupils.get(name) ?? [],
      })
    }
  }
}

/** The nearest day with a lesson of the subject: before today for the past, after it for what comes; today as it is. */
function dueDay(
  today: string,
  due: number,
  { weekdays, language }: { weekdays: ReadonlySet<number>; language: SchoolKind['language'] },
): string {
  const closed = new Set(seedHolidays(today, language).map(({ date }) => date))
  const fits = (date: string) =>
    due === 0 ? weekday(date) <= 5 : weekdays.has(weekday(date)) && !closed.has(date)
  const step = due < 0 ? -1 : 1
  let date = plusDays(today, due)
  for (let tries = 0; tries < 30 && !fits(date); tries += 1) date = plusDays(date, step)
  return date
}
