import type { Insertable } from 'kysely'
import type { Db, Lessons } from '../../service/db/schema.ts'
import { insertOne, insertRows } from './insertRows.ts'

export const addClass = (db: Db, name: string, created_at: string, id?: number): Promise<number> =>
  insertOne(db, 'courses', {
    ...(id !== undefined && { id }),
    ...{ name, school_id: 1, created_at, timetable_week: null, is_teacher_mode: 1 },
  })

export function addMembers(
  db: Db,
  course_id: number,
  userIds: readonly number[],
  since: string,
): Promise<void> {
  const dates = { joined_at: since, changed_at: since }
  const rows = userIds.map(
    user_id => ({ course_id, user_id, ...dates, is_pending: 0, is_accepted: 1 }) as const,
  )
  return insertRows(db, 'memberships', rows)
}

type NewSubject = Pick<Lessons, 'name' | 'short' | 'room' | 'teacher' | 'color'> &
  Partial<Insertable<Lessons>>

export const addSubject = (db: Db, course_id: number, subject: NewSubject): Promise<number> =>
  insertOne(db, 'lessons', {
    ...{ course_id, note: '', is_gradable: 1, is_timetable_only: 0, rooms: '{}', ...subject },
  })

/** `weekday` is 1 (Monday) to 5, `hour` 1 to 10. */
export type PlannedLesson = { weekday: number; hour: number; short: string }

/** One text per day from Monday: `-` is a free hour, `Fr+La` two parallel subjects. */
export const parseWeek = (week: readonly string[]): PlannedLesson[] =>
  week.flatMap((day, dayIndex) =>
    day
      .split(' ')
      .flatMap((cell, hourIndex) =>
        cell === '-'
          ? []
          : cell.split('+').map(short => ({ weekday: dayIndex + 1, hour: hourIndex + 1, short })),
      ),
  )

/** Throws if an hour or a lesson is missing. */
export async function addWeek(
  db: Db,
  course_id: number,
  week: readonly string[],
  lessonIds: ReadonlyMap<string, number>,
): Promise<void> {
  const hours = await db.selectFrom('units').select(['id', 'position']).execute()
  const entries = parseWeek(week).map(({ weekday, hour, short }) => {
    const unit_id = hours.find(({ position }) => position === hour)?.id
    const lesson_id = lessonIds.get(short)
    if (!unit_id || !lesson_id) throw new Error(`The made-up school has no ${short} in hour ${hour}.`)
    return { course_id, weekday, unit_id, lesson_id }
  })
  await insertRows(db, 'timetable_entries', entries)
}
