import { toInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay, getWeekday } from '../../lib/week.ts'
import { addHomework } from '../../school/addHomework.ts'
import { getSubject, type SeedSubject, seedClasses } from '../../school/classes.ts'
import { createDraw } from '../../school/draw.ts'
import { addMembers, addSubject, addWeek } from '../../school/fillClasses.ts'
import type { SeedContext } from '../../school/fillPeople.ts'
import { type DayLesson, insertSubstitutions } from '../../school/renewSeedDays.ts'
import { getVisibleSubstitutionDays } from '../../school/schoolDays.ts'
import type { SchoolTime } from '../../school/schoolKind.ts'
import type { SchoolTexts } from '../../school/schoolTexts.ts'
import type { Db } from '../../service/db/schema.ts'
import { faultHomeworkClass, hostileHomework } from './faults.ts'
import odd from './oddSchool.json' with { type: 'json' }

/** Class with overlong names, right-to-left text, invalid colours and unknown substitutions, based on 10a. */
export const oddCourse = 9103

export const firstOddSubject = 9401

/** By abbreviation in the plan. */
const oddSubjects: Record<string, Partial<SeedSubject>> = odd.subjects

/** In the format of classes.json. */
export const oddWeek: readonly string[] = odd.week

/** Unknown shapes. */
const oddSubstitutions: readonly unknown[] = odd.substitutions

/** One substitution of each kind. `lessons` are in order of time. */
const changesOfOddDay = (
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

export async function fillOddClass(db: Db, { now, timeZone, people, files }: SeedContext): Promise<void> {
  const model = seedClasses.find(({ name }) => name === '10a')
  if (!model) return
  const since = new Date(now - 60 * 86_400_000).toISOString()
  const teachers = new Set(['Albrecht', model.classTeacher, ...model.subjects.map(({ teacher }) => teacher)])
  const pupils = people.pupilsOf(model.name)
  await addMembers(db, oddCourse, [...[...teachers].map(people.idOf), ...pupils], since)
  const lessonIds = new Map(model.subjects.map(({ short }, index) => [short, firstOddSubject + index]))
  for (const planned of model.subjects) {
    const subject = { ...getSubject(model.name, planned, 'en'), ...oddSubjects[planned.short] }
    await addSubject(db, oddCourse, subject, lessonIds.get(planned.short))
  }
  const hours = await db.selectFrom('units').select(['id', 'position']).execute()
  const unitIds = new Map(hours.map(({ id, position }) => [position ?? 0, id]))
  await addWeek(db, oddCourse, oddWeek, { unitIds, lessonIds })

  // Skip the homework if `fillFaultHomework` skipped its own.
  const faultHomework = db.selectFrom('homeworks').select('id').where('course_id', '=', faultHomeworkClass)
  if (!(await faultHomework.executeTakeFirst())) return
  const due = toInstant(addDaysToDay(toSchoolDay(now, timeZone), 2), '08:00', timeZone)
  const common = { now, timeZone, language: 'en', files, due, pupils, draw: createDraw(103) } as const
  for (const [index, homework] of odd.homework.entries()) {
    const teacher = model.subjects.find(({ short }) => short === homework.subject)?.teacher ?? ''
    await addHomework(
      db,
      { ...homework, due: 2, lead: 6, state: 'none' },
      {
        ...{ ...common, course_id: oddCourse, lesson_id: lessonIds.get(homework.subject) ?? 0 },
        ...{ id: hostileHomework.odd + 1 + index, writers: [people.idOf(teacher)] },
      },
    )
  }
}

export async function fillOddSubstitutions(
  db: Db,
  { now, timeZone }: SchoolTime,
  texts: SchoolTexts['substitutions'],
): Promise<void> {
  const existing = db.selectFrom('representations').select('course_id').where('course_id', '=', oddCourse)
  if (await existing.limit(1).executeTakeFirst()) return
  const plan = await db
    .selectFrom('timetable_entries')
    .innerJoin('units', 'units.id', 'timetable_entries.unit_id')
    .select(['weekday', 'unit_id', 'lesson_id'])
    .where('timetable_entries.course_id', '=', oddCourse)
    .orderBy('start_time')
    .orderBy('timetable_entries.id')
    .execute()
  const [first, second] = getVisibleSubstitutionDays(toSchoolDay(now, timeZone))
  for (const date of [first, second]) {
    const lessons = plan.filter(entry => entry.weekday === getWeekday(date))
    const remarks = date === first ? [texts.assembly] : oddSubstitutions
    await insertSubstitutions(db, oddCourse, date, [...changesOfOddDay(lessons, texts), ...remarks])
  }
}
