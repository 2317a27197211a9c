import { weekday } from '../../lib/week.ts'
import { firstFaultClass } from '../faultClasses.ts'
import type { Db } from '../store/schema.ts'
import { daysWithSubstitutions } from './calendar.ts'
import type { SchoolKind } from './schoolKind.ts'
import { remarksOf, seedSubstitutions } from './substitutions.ts'
import { familyName, seedTeachers } from './teachers.ts'
import { textsOf } from './texts/textsOf.ts'

/** What happens today and on the next school day, in every class that has a timetable. */
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

  for (const [course_id, plan] of Map.groupBy(planned, entry => entry.course_id)) {
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
