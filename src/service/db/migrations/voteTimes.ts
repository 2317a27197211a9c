import type { Db } from '../schema.ts'
import { tableParts } from './tableParts.ts'

/** For the list of confirmations. Earlier votes have no time. */
export async function voteTimes(db: Db): Promise<void> {
  const { column } = tableParts(db)
  await column('poll_votes', 'voted_at text')
}
