import { instantAt } from '../lib/schoolTime.ts'
import { weekday } from '../lib/week.ts'
import type { Db } from './store/schema.ts'

/**
 * When homework for a day is due, as an instant: as the first hour of its subject on that weekday begins, or else the
 * school's first hour. Assumed: api.md takes a day and answers a time.
 */
export async function dueAt(
  db: Db,
  { lesson_id, day, timeZone }: { lesson_id: number; day: string; timeZone: string },
): Promise<string> {
  const hours = db.selectFrom('units').select('units.start_time').orderBy('units.start_time')
  const ofSubject = await hours
    .innerJoin('timetable_entries', 'timetable_entries.unit_id', 'units.id')
    .where('timetable_entries.lesson_id', '=', lesson_id)
    .where('timetable_entries.weekday', '=', weekday(day))
    .executeTakeFirst()
  const first = ofSubject ?? (await hours.where('units.is_break', '=', 0).executeTakeFirst())
  return new Date(instantAt(day, first?.start_time ?? '08:00', timeZone)).toISOString()
}
