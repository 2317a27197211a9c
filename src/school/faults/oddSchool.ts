import { dayOf, instantAt } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import type { Db } from '../../service/db/schema.ts'
import { addHomework } from '../addHomework.ts'
import { type SeedSubject, seedClasses, subjectIn } from '../classes.ts'
import { createDraw } from '../draw.ts'
import { addMembers, addSubject, addWeek } from '../fillClasses.ts'
import type { Filling } from '../fillPeople.ts'
import type { SchoolTexts } from '../schoolTexts.ts'
import { faultHomeworkClass, hostileHomework } from './faults.ts'
import odd from './oddSchool.json' with { type: 'json' }

/**
 * What the class 9103 is like: names that don't fit, writing that turns its direction, colours that are none, shapes nobody
 * has heard of. It has the people and the subjects of 10a, whose own week has nothing of it.
 */
export const oddClass = 'Odd class'
export const oddCourse = 9103

/** The number of its first subject, of advanced mathematics; the others follow in the order of those of 10a. */
export const firstOddSubject = 9401

/** By the plan's abbreviation. */
const oddSubjects: Record<string, Partial<SeedSubject>> = odd.subjects

/** Ten full hours a day, as in classes.json, as if nobody taught elsewhere. */
export const oddWeek: readonly string[] = odd.week

/** Substitutions nobody has heard of, on the second day. */
export const oddSubstitutions: readonly unknown[] = odd.substitutions

/** A lesson of a day: ids in the database. */
export type DayLesson = { unit_id: number; lesson_id: number }

/** Returns one substitution of each kind for the lessons of a day in the odd class, which are in order of time. */
export const changesOfOddDay = (
  lessons: readonly DayLesson[],
  { test, tasks, exam }: SchoolTexts['substitutions'],
): unknown[] =>
  lessons.flatMap(({ unit_id, lesson_id }, index): unknown[] => {
    const lesson = { unit_id, lesson_id }
    if (index === 0) return [{ ...lesson, room: '206' }]
    if (index === 1) return [{ ...lesson, kind: 'note', note: test }]
    if (index === 3) return [{ ...lesson, kind: 'substituted', teacher: 'Ruiz', note: tasks }]
    if (index === 4) return [{ ...lesson, kind: 'moved', room: 'B12', note: exam }]
    return index === 5 ? [{ ...lesson, kind: 'cancelled' }] : []
  })

/** The odd class gets its people, subjects, week and homework. */
export async function fillOddClass(db: Db, { now, timeZone, people, files }: Filling): Promise<void> {
  const like = seedClasses.find(({ name }) => name === '10a')
  if (!like) return
  const since = new Date(now - 60 * 86_400_000).toISOString()
  const teachers = new Set(['Albrecht', like.classTeacher, ...like.subjects.map(({ teacher }) => teacher)])
  const pupils = people.pupilsOf(like.name)
  await addMembers(db, oddCourse, [...[...teachers].map(people.idOf), ...pupils], since)
  const lessonIds = new Map(like.subjects.map(({ short }, index) => [short, firstOddSubject + index]))
  for (const planned of like.subjects) {
    const subject = { ...subjectIn(like.name, planned, 'en'), ...oddSubjects[planned.short] }
    await addSubject(db, oddCourse, subject, lessonIds.get(planned.short))
  }
  const hours = await db.selectFrom('units').select(['id', 'position']).execute()
  const unitIds = new Map(hours.map(({ id, position }) => [position ?? 0, id]))
  await addWeek(db, oddCourse, oddWeek, { unitIds, lessonIds })

  // Where the numbers of such homework are taken, there is none.
  const numbered = db.selectFrom('homeworks').select('id').where('course_id', '=', faultHomeworkClass)
  if (!(await numbered.executeTakeFirst())) return
  const due = instantAt(plusDays(dayOf(now, timeZone), 2), '08:00', timeZone)
  const made = { now, timeZone, language: 'en', files, due, pupils, draw: createDraw(103) } as const
  for (const [index, homework] of odd.homework.entries()) {
    const teacher = like.subjects.find(({ short }) => short === homework.subject)?.teacher ?? ''
    await addHomework(
      db,
      { ...homework, due: 2, lead: 6, state: 'none' },
      {
        ...{ ...made, course_id: oddCourse, lesson_id: lessonIds.get(homework.subject) ?? 0 },
        ...{ id: hostileHomework.odd + 1 + index, writers: [people.idOf(teacher)] },
      },
    )
  }
}
