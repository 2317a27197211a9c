import { dayOf, instantAt } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import type { Db } from '../../service/db/schema.ts'
import { faultHomeworkClass, hostileHomework } from '../../service/faults/faultHomework.ts'
import { addHomework } from '../addHomework.ts'
import { lessonsOf, seedClasses, subjectIn } from '../classes.ts'
import { createDraw } from '../draw.ts'
import { addMembers, addSubject } from '../fillClasses.ts'
import type { SeededPeople } from '../fillPeople.ts'
import type { SchoolFiles } from '../schoolFiles.ts'
import { firstOddSubject, oddCourse, oddHomework, oddSubjects, oddWeek } from './oddSchool.ts'

type Options = { now: number; timeZone: string; people: SeededPeople; files: SchoolFiles }

/** The class of oddSchool.ts, made by fillFaults, gets its people, subjects, week and homework, once. */
export async function fillOddClass(db: Db, { now, timeZone, people, files }: Options): Promise<void> {
  const like = seedClasses.find(({ name }) => name === '10a')
  const filled = db.selectFrom('lessons').select('id').where('course_id', '=', oddCourse)
  if (!like || (await filled.executeTakeFirst())) return
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
  const kind = { language: 'en', faults: true } as const
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
