import { dayOf } from '../../lib/schoolTime.ts'
import { plusDays, weekday } from '../../lib/week.ts'
import type { Db } from '../../service/db/schema.ts'
import type { When } from '../chats/chatDays.ts'
import type { SeededPeople } from '../fillPeople.ts'
import type { SchoolKind } from '../schoolKind.ts'
import { seedClasses, shortIn } from '../subjects.ts'
import { textsOf } from '../texts/textsOf.ts'
import { weekPlans } from '../weekPlans.ts'
import { insertGrants } from './insertFiles.ts'

/** How many lessons of each subject have their contents written down. */
const lessonsEach = 2

type Options = When & { people: SeededPeople; kind: SchoolKind }

/** What was taught in the last lessons of every subject: its teacher administers it, the class teacher may write. */
export async function fillLessonContents(db: Db, { people, now, timeZone, kind }: Options): Promise<void> {
  const plans = weekPlans()
  const { taught } = textsOf(kind.language)
  const today = dayOf(now, timeZone)
  const rows: { teachers: number[]; lesson_id: number; date: string; text: string }[] = []
  for (const { name, subjects, classTeacher } of seedClasses) {
    const lessons = await db
      .selectFrom('lessons')
      .innerJoin('courses', 'courses.id', 'lessons.course_id')
      .select(['lessons.id', 'lessons.short'])
      .where('courses.name', '=', name)
      .orderBy('lessons.id')
      .execute()
    for (const { id, short } of lessons) {
      const subject = subjects.find(planned => shortIn(name, planned.short, kind) === short)
      const teacher = subject?.teacher ?? classTeacher
      const teachers = [...new Set([teacher, classTeacher])].map(each => people.teachers.get(each) ?? 0)
      const weekdays = (plans.get(name) ?? [])
        .filter(planned => planned.short === subject?.short)
        .map(each => each.weekday)
      for (const [index, date] of lastDays(today, new Set(weekdays)).entries()) {
        rows.push({ teachers, lesson_id: id, date, text: taught[(id + index) % taught.length] ?? '' })
      }
    }
  }
  const at = (date: string) => `${date}T14:00:00.000Z`
  const values = rows.map(({ teachers, ...row }) => ({
    ...row,
    created_at: at(row.date),
    created_by_user_id: teachers[0] ?? null,
  }))
  const inserted = await db.insertInto('lesson_contents').values(values).returning('id').execute()
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const grants = rows.flatMap(({ teachers, date }, index) =>
    teachers.map((userId, place) => ({
      id: ids[index] ?? 0,
      userId,
      isAdmin: place === 0,
      by: place === 0 ? null : (teachers[0] ?? null),
      at: at(date),
    })),
  )
  await insertGrants(db, 'lesson_comment_id', grants)
}

/** The last days before today with a lesson, newest first. */
function lastDays(today: string, weekdays: ReadonlySet<number>): string[] {
  const days: string[] = []
  for (let back = 1; back <= 21 && days.length < lessonsEach; back += 1) {
    const date = plusDays(today, -back)
    if (weekdays.has(weekday(date))) days.push(date)
  }
  return days
}
