import type { Db } from '../schema.ts'
import { tableParts } from './tableParts.ts'

/** Short names of the timetable program. */
export async function teacherShortNames(db: Db): Promise<void> {
  const { column } = tableParts(db)
  await column('users', 'short text')
}
