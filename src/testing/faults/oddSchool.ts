import { toInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay, getWeekday } from '../../lib/week.ts'
import { getVisibleSubstitutionDays } from '../../school/schoolDays.ts'
import type { SchoolTime } from '../../school/schoolFiles.ts'
import type { Db, Lessons } from '../../service/db/schema.ts'
import { addMembers, addSubject, addWeek } from '../school/addClass.ts'
import { addHomework } from '../school/addHomework.ts'
import { insertRows } from '../school/insertRows.ts'
import type { SchoolContext } from '../school/people.ts'
import { hostileHomework } from './faults.ts'
import odd from './oddSchool.json' with { type: 'json' }

/** Class with overlong names, right-to-left text, invalid colours and unknown substitutions, based on 10a. */
export const oddCourse = 9103

export const firstOddSubject = 9401
const modelCourse = 2

/** Abbreviations of `odd.week`, in the order of the subjects of 10a. */
const abbreviations = ['Ma', 'En', 'De', 'Ph', 'Bi', 'Hi', 'Ge', 'Fr', 'La', 'Mu', 'PE', 'Et']

const oddSubjects: Record<string, Partial<Lessons>> = odd.subjects

export const oddWeek: readonly string[] = odd.week

/** Unknown shapes. */
const oddSubstitutions: readonly unknown[] = odd.substitutions

/** One substitution of each kind. `lessons` are in order of time. */
const changesOfOddDay = (lessons: readonly { unit_id: number; lesson_id: number }[]): unknown[] =>
  lessons.flatMap(({ unit_id, lesson_id }, index): unknown[] => {
    const lesson = { unit_id, lesson_id }
    if (index === 0) return [{ ...lesson, room: '206' }]
    if (index === 1) return [{ ...lesson, kind: 'note', note: 'Test: bring a calculator and a ruler.' }]
    if (index === 3) return [{ ...lesson, kind: 'substituted', teacher: 'Ruiz', note: 'Tasks are in Files.' }]
    if (index === 4)
      return [{ ...lesson, kind: 'moved', room: 'B12', note: 'The usual room is used for an exam.' }]
    return index === 5 ? [{ ...lesson, kind: 'cancelled' }] : []
  })

export async function fillOddClass(
  db: Db,
  { now, timeZone, people, documents }: SchoolContext,
): Promise<void> {
  const since = new Date(now - 60 * 86_400_000).toISOString()
  const members = db.selectFrom('memberships').select('user_id').where('course_id', '=', modelCourse)
  const memberIds = (await members.execute()).map(({ user_id }) => user_id)
  await addMembers(db, oddCourse, [...new Set([people.idOf('Albrecht'), ...memberIds])], since)
  const models = db.selectFrom('lessons').selectAll().where('course_id', '=', modelCourse).orderBy('id')
  const lessonIds = new Map<string, number>()
  const teachers = new Map<string, number>()
  for (const [index, { course_id: _course, ...model }] of (await models.execute()).entries()) {
    const short = abbreviations[index] ?? ''
    const id = firstOddSubject + index
    await addSubject(db, oddCourse, { ...model, ...oddSubjects[short], id })
    lessonIds.set(short, id)
    teachers.set(short, people.idOf(model.teacher))
  }
  await addWeek(db, oddCourse, oddWeek, lessonIds)
  const due = toInstant(addDaysToDay(toSchoolDay(now, timeZone), 2), '08:00', timeZone)
  for (const [index, { subject, text, note = '' }] of odd.homework.entries()) {
    await addHomework(db, documents, {
      ...{ course_id: oddCourse, lesson_id: lessonIds.get(subject) ?? 0, text, note, due },
      ...{ id: hostileHomework.odd + 1 + index, writers: [teachers.get(subject) ?? 0], pupils: [] },
    })
  }
}

export async function fillOddSubstitutions(db: Db, { now, timeZone }: SchoolTime): Promise<void> {
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
    const remarks = date === first ? ['Assembly in the Aula after period 4.'] : oddSubstitutions
    const items = [...changesOfOddDay(lessons), ...remarks]
    const bodies = items.map((item, index) => (item instanceof Object ? { id: index + 1, ...item } : item))
    const rows = bodies.map(body => ({ course_id: oddCourse, date, body: JSON.stringify(body) }))
    await insertRows(db, 'representations', rows)
  }
}
