import { dayOf, instantAt } from '../lib/schoolTime.ts'
import { plusDays } from '../lib/week.ts'
import { nobodysHash } from '../service/auth/passwords.ts'
import type { Db } from '../service/db/schema.ts'
import { addHomework } from './addHomework.ts'
import { createDraw } from './draw.ts'
import { pupilNames, type SeededPeople } from './fillPeople.ts'
import type { Pictures } from './photos.ts'
import { type SchoolKind, type SchoolLanguage, seedSchoolId } from './schoolKind.ts'
import { textsOf } from './texts/textsOf.ts'

export const crowdName = (language: SchoolLanguage): string => textsOf(language).crowd.className
const size = 1000

/** A class of a thousand with one homework that all of them got: Jana Albrecht has much to correct. */
export async function fillCrowd(
  db: Db,
  options: { now: number; timeZone: string; people: SeededPeople; kind: SchoolKind; pictures: Pictures },
): Promise<void> {
  const { now, timeZone, people, kind, pictures } = options
  const { crowd } = textsOf(kind.language)
  const at = new Date(now - 60 * 86_400_000).toISOString()
  const teacher = people.teachers.get('Albrecht') ?? 0
  const users = pupilNames(createDraw(1000), size).map(
    (name, index) =>
      ({
        login: `crowd-${index + 1}`,
        password_hash: nobodysHash,
        name,
        is_teacher: 0,
        birthday: null,
        registered_at: at,
        last_seen_at: at,
      }) as const,
  )
  const pupils = (await db.insertInto('users').values(users).returning('id').execute()).map(({ id }) => id)
  const course = await db
    .insertInto('courses')
    .values({
      name: crowd.className,
      school_id: seedSchoolId,
      created_at: at,
      timetable_week: null,
      is_teacher_mode: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = [teacher, ...pupils].map(
    user_id =>
      ({
        course_id: course.id,
        user_id,
        joined_at: at,
        changed_at: at,
        is_pending: 0,
        is_accepted: 1,
      }) as const,
  )
  await db.insertInto('memberships').values(members).execute()
  const looks = {
    name: crowd.subject,
    short: crowd.short,
    room: 'Aula',
    teacher: 'Albrecht',
    note: '',
    color: '#3177dc',
  }
  const lesson = await db
    .insertInto('lessons')
    .values({ course_id: course.id, ...looks, is_gradable: 1, is_timetable_only: 0, rooms: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addHomework(
    db,
    {
      ...{ short: crowd.short, text: crowd.homework, due: -3, lead: 10, points: 15, state: 'mixed' },
      photos: ['essay-1', 'essay-2', 'fractions-1'],
    },
    {
      now,
      kind,
      pictures,
      draw: createDraw(1000),
      course_id: course.id,
      lesson_id: lesson.id,
      due: instantAt(plusDays(dayOf(now, timeZone), -3), '08:00', timeZone),
      writers: [teacher],
      pupils,
    },
  )
}
