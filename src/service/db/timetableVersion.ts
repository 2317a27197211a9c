import { sql } from 'kysely'
import { isPostgres } from '../../http/dialect.ts'
import type { Db } from './schema.ts'

const sources = [
  { table: 'lessons', column: 'course_id', classColumn: 'id' },
  { table: 'timetable_entries', column: 'course_id', classColumn: 'id' },
  { table: 'representations', column: 'course_id', classColumn: 'id' },
  { table: 'units', column: 'school_id', classColumn: 'school_id' },
  { table: 'holidays', column: 'school_id', classColumn: 'school_id' },
] as const

const rowsOf = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const
const events = ['insert', 'update', 'delete'] as const

/**
 * For caches. Triggers change the version with every write of these tables. It is random, so that a restored backup
 * never repeats one.
 */
export async function createTimetableVersions(db: Db): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const postgres = isPostgres(db)
  // Below 2^53, so that JavaScript reads it exactly.
  const random = postgres ? 'floor(random() * 9007199254740991)::bigint' : 'abs(random() % 9007199254740991)'
  const createTrigger = async (name: string, when: string, update: string) => {
    if (!postgres) return run(`create trigger "${name}" after ${when} begin ${update}; end`)
    await run(`create function "${name}"() returns trigger language plpgsql set search_path from current as
      $$ begin ${update}; return null; end $$`)
    return run(`create trigger "${name}" after ${when} for each row execute function "${name}"()`)
  }
  for (const { table, column, classColumn } of sources) {
    for (const event of events) {
      const values = rowsOf[event].map(row => `${row}."${column}"`).join(', ')
      await createTrigger(
        `timetable_version_${table}_${event}`,
        `${event} on "${table}"`,
        `update "courses" set "timetable_version" = ${random} where "${classColumn}" in (${values})`,
      )
    }
  }
  for (const [event, when] of [
    ['insert', 'insert'],
    ['update', 'update of "school_id"'],
  ] as const) {
    await createTrigger(
      `timetable_version_courses_${event}`,
      `${when} on "courses"`,
      `update "courses" set "timetable_version" = ${random} where "id" = new."id"`,
    )
  }
}
