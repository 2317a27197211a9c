import type { Selectable } from 'kysely'
import type { Wire } from '../contract/endpoint.ts'
import type { lessons } from '../contract/lessons.ts'
import type { Lessons } from './store/schema.ts'

/** A stored subject as api.md § Lesson shows it: `rooms` is an empty array when there are none. */
export function lessonOnWire(row: Selectable<Lessons>): Wire<typeof lessons.get> {
  const rooms = JSON.parse(row.rooms) as Record<string, string>
  return {
    id: row.id,
    name: row.name,
    short: row.short,
    room: row.room,
    teacher: row.teacher,
    note: row.note,
    color: row.color !== null && /^#[0-9a-f]{6}$/i.test(row.color) ? row.color : '',
    is_gradable: row.is_gradable === 1,
    is_timetable_only: row.is_timetable_only === 1,
    rooms: Object.keys(rooms).length > 0 ? rooms : [],
    import_source: null,
  }
}
