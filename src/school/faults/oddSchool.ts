import { dayOf, instantAt } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import type { Db } from '../../service/db/schema.ts'
import { addHomework } from '../addHomework.ts'
import { lessonsOf, seedClasses, subjectIn } from '../classes.ts'
import { createDraw } from '../draw.ts'
import { addMembers, addSubject } from '../fillClasses.ts'
import type { SeededPeople } from '../fillPeople.ts'
import type { SchoolFiles } from '../schoolFiles.ts'
import type { HomeworkText } from '../schoolTexts.ts'
import { faultHomeworkClass, hostileHomework } from './faults.ts'

type OddSubject = { short?: string; name?: string; room?: string; note?: string; color?: string | null }

type Options = { now: number; timeZone: string; people: SeededPeople; files: SchoolFiles }

/**
 * What the class 9103 is like: names that don't fit, writing that turns its direction, colours that are none, shapes nobody
 * has heard of. It has the people and the subjects of 10a, whose own week has nothing of it.
 */
export const oddClass = 'Odd class'
export const oddCourse = 9103

/** The number of its first subject, of advanced mathematics; the others follow in the order of those of 10a. */
export const firstOddSubject = 9401

/** By the plan's abbreviation. */
export const oddSubjects: Record<string, OddSubject> = {
  MaLK: {
    short: 'MaLK',
    name: 'Advanced mathematics: analysis, analytic geometry and stochastics',
    room: 'Lecture hall of the Alexander von Humboldt building, 3rd floor',
    note: 'Calculators without a network connection only. Formulary in the current edition.',
  },
  De: { name: 'Deutsche Sprache, Literatur und Medienwissenschaft' },
  Ph: { room: 'Physics laboratory 118/119' },
  Hi: { color: 'ochre' },
  Ge: { color: null },
  Mu: { color: '' },
  Et: { name: 'Ethics \u202eyhposolihp dna', color: '#FFFFFF' },
}

/** Ten full hours a day, as in classes.json, as if nobody taught elsewhere. */
export const oddWeek: readonly string[] = [
  'MaLK De En MaLK Ph En Fr+La+Mu+Et Hi Fr+La+Mu+Et Hi',
  'MaLK En Hi De Fr+La+Mu+Et Hi Bi+Ph+Ge PE+Et Bi+Ph+Ge PE+Et',
  'De Bi+Ph+Ge PE+Et En Bi+Ph+Ge PE+Et MaLK Ph MaLK Ph',
  'En MaLK Fr+La+Mu+Et Hi MaLK Ph De Fr+Mu De Fr+Mu',
  'MaLK De Bi+Ph+Ge PE+Et De Fr+Mu En Bi+La En Bi+La',
]

/** The abbreviation of the subject of each, with it. */
export const oddHomework: readonly (HomeworkText & { short: string })[] = [
  {
    short: 'En',
    text: 'Interpretation of “The Road Not Taken” with regard to its time and its readers',
    note: 'At least three quotations.\n<b>Not bold</b> & no markup: 3 < 4.',
  },
  { short: 'MaLK', text: 'Discuss the family of functions on p. 112, 3 a) to f)' },
  { short: 'De', text: 'Erörterung: Ganztagsschule' },
  { short: 'En', text: 'Vocabulary list \u202enoitisnart' },
]

/** Substitutions nobody has heard of, on the second day. */
export const oddSubstitutions: readonly unknown[] = [
  { headline: 'Canteen closed', until: '12:30', menu: ['Pasta', 'Salad'] },
  { kind: 'excursion', note: 'Museum, back by 13:00.' },
  42,
]

/** The odd class gets its people, subjects, week and homework. */
export async function fillOddClass(db: Db, { now, timeZone, people, files }: Options): Promise<void> {
  const like = seedClasses.find(({ name }) => name === '10a')
  if (!like) return
  const day = 86_400_000
  const since = new Date(now - 60 * day).toISOString()
  const teachers = [
    ...new Set(['Albrecht', like.classTeacher, ...like.subjects.map(({ teacher }) => teacher)]),
  ]
  const pupils = people.pupils.get(like.name) ?? []
  const members = [...teachers.flatMap(teacher => people.teachers.get(teacher) ?? []), ...pupils]
  await addMembers(db, oddCourse, members, since)
  const idOf = (short: string) =>
    firstOddSubject + like.subjects.findIndex(subject => subject.short === short)
  for (const planned of like.subjects) {
    const subject = { ...subjectIn(like.name, planned, { language: 'en' }), ...oddSubjects[planned.short] }
    await addSubject(db, oddCourse, subject, idOf(planned.short))
  }

  const hours = await db
    .selectFrom('units')
    .select(['id', 'position'])
    .where('position', 'is not', null)
    .execute()
  const entries = lessonsOf(oddWeek).flatMap(({ weekday, hour, short }) => {
    const unit = hours.find(({ position }) => position === hour)
    return unit ? [{ course_id: oddCourse, weekday, unit_id: unit.id, lesson_id: idOf(short) }] : []
  })
  await db.insertInto('timetable_entries').values(entries).execute()

  // Where the numbers of such homework are taken, there is none.
  const numbered = db.selectFrom('homeworks').select('id').where('course_id', '=', faultHomeworkClass)
  if (!(await numbered.executeTakeFirst())) return
  const kind = { language: 'en' } as const
  const due = instantAt(plusDays(dayOf(now, timeZone), 2), '08:00', timeZone)
  for (const [index, { short, ...text }] of oddHomework.entries()) {
    const teacher = like.subjects.find(subject => subject.short === short)?.teacher ?? ''
    const writers = [people.teachers.get(teacher) ?? 0]
    await addHomework(
      db,
      { subject: short, ...text, due: 2, lead: 6, state: 'none' },
      {
        ...{ now, kind, files, due, writers, pupils, draw: createDraw(103) },
        ...{ course_id: oddCourse, lesson_id: idOf(short), id: hostileHomework.odd + 1 + index },
      },
    )
  }
}
