import type { Db } from '../service/db/schema.ts'
import { getSubject, parseWeek, type SeedSubject, seedClasses } from './classes.ts'
import type { SeedContext } from './fillPeople.ts'
import seedHours from './hours.json' with { type: 'json' }
import { createGrants, insertGrants, insertOne, insertRows } from './insertRows.ts'
import { type SchoolLanguage, seedSchoolId } from './schoolKind.ts'
import { getSchoolTexts } from './schoolTexts.ts'

/** Only the oldest pupils have hours 9 and 10. */
type SeedHour = { hour?: number; break?: 'break' | 'lunch'; from: string; to: string }

/** IDs by number of the hour. */
export async function fillHours(db: Db, language: SchoolLanguage): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  for (const { hour: position = null, break: pause, from, to } of seedHours as SeedHour[]) {
    const id = await insertOne(db, 'units', {
      ...{ position, start_time: from, end_time: to, school_id: seedSchoolId },
      text: pause ? getSchoolTexts(language)[pause] : String(position),
      is_break: pause ? 1 : 0,
    })
    if (position !== null) ids.set(position, id)
  }
  return ids
}

/** The empty class has one member, Peter Kern. */
export async function fillClasses(
  db: Db,
  { now, people, unitIds, language }: SeedContext & { unitIds: ReadonlyMap<number, number> },
): Promise<void> {
  const { idOf, pupilsOf } = people
  const since = new Date(now - 75 * 86_400_000).toISOString()
  for (const { name: className, classTeacher, subjects, week } of seedClasses) {
    const id = await addClass(db, className, since)
    const teachers = new Set([classTeacher, ...subjects.map(({ teacher }) => teacher).toSorted()])
    await addMembers(db, id, [...[...teachers].map(idOf), ...pupilsOf(className)], since)
    const lessonIds = new Map<string, number>()
    for (const subject of subjects) {
      const lessonId = await addSubject(db, id, getSubject(className, subject, language))
      lessonIds.set(subject.short, lessonId)
      // Pupils read as members (service/policy), so they need no grant.
      const grants = createGrants([...new Set([subject.teacher, classTeacher])].map(idOf), {
        id: lessonId,
        at: since,
      })
      await insertGrants(
        db,
        'lesson_id',
        grants.map(grant => ({ ...grant, by: null })),
      )
    }
    await addWeek(db, id, week, { unitIds, lessonIds })
  }
  const empty = await addClass(db, getSchoolTexts(language).emptyClass, since)
  await addMembers(db, empty, [idOf('Kern')], since)
}

export const addClass = (db: Db, name: string, created_at: string, id?: number): Promise<number> =>
  insertOne(db, 'courses', {
    ...(id !== undefined && { id }),
    ...{ name, school_id: seedSchoolId, created_at, timetable_week: null, is_teacher_mode: 1 },
  })

export const addMembers = (
  db: Db,
  course_id: number,
  userIds: readonly number[],
  since: string,
): Promise<void> => {
  const dates = { joined_at: since, changed_at: since }
  const rows = userIds.map(
    user_id => ({ course_id, user_id, ...dates, is_pending: 0, is_accepted: 1 }) as const,
  )
  return insertRows(db, 'memberships', rows)
}

export function addSubject(db: Db, course_id: number, subject: SeedSubject, id?: number): Promise<number> {
  const { name, short, room, teacher, color, note = '', rooms = {}, isTimetableOnly } = subject
  return insertOne(db, 'lessons', {
    ...(id !== undefined && { id }),
    ...{ course_id, name, short, room, teacher, note, color },
    is_gradable: isTimetableOnly ? 0 : 1,
    is_timetable_only: isTimetableOnly ? 1 : 0,
    rooms: JSON.stringify(rooms),
  })
}

/** Throws if an hour or a lesson is missing. */
export function addWeek(
  db: Db,
  course_id: number,
  week: readonly string[],
  ids: { unitIds: ReadonlyMap<number, number>; lessonIds: ReadonlyMap<string, number> },
): Promise<void> {
  const entries = parseWeek(week).map(({ weekday, hour, short }) => {
    const [unit_id, lesson_id] = [ids.unitIds.get(hour), ids.lessonIds.get(short)]
    if (!unit_id || !lesson_id) throw new Error(`The made-up school has no ${short} in hour ${hour}.`)
    return { course_id, weekday, unit_id, lesson_id }
  })
  return insertRows(db, 'timetable_entries', entries)
}
