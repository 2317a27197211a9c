import { sql } from 'kysely'
import { isPostgres } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import type { Change } from './changes.ts'

/** How one process hears what all of them tell, itself among them. */
export type ChangeFeed = {
  /**
   * Begins to listen: `up` is called whenever from now on everything is heard, `down` whenever that is over. Answers what
   * ends it.
   */
  listen(hears: { heard(text: string): void; up(): void; down(): void }): () => void
  /** Tells what was committed; absent where the database does that itself. */
  tell?(text: string): void
}

/** Of a database that one process has. */
export function createLocalFeed(): ChangeFeed {
  const listening = new Set<(text: string) => void>()
  return {
    listen({ heard, up }) {
      listening.add(heard)
      up()
      return () => void listening.delete(heard)
    },
    tell(text) {
      for (const heard of listening) heard(text)
    },
  }
}

/** What PostgreSQL calls it, in each database by itself. */
export const channel = 'staffroom_changes'

/** Tells it with the transaction: all who listen hear of it once it is committed, and nobody if it never is. */
export async function tellWithin(trx: Db, changes: readonly Change[]): Promise<void> {
  if (!isPostgres(trx)) return
  for (const text of textsOf(changes)) await sql`select pg_notify(${channel}, ${text})`.execute(trx)
}

/** PostgreSQL refuses 8000 bytes and more; everything in it is a name of ours or a number. */
const longest = 7900
const mostPeople = 500

/** The same changes in texts that are short enough. */
export function textsOf(changes: readonly Change[]): string[] {
  const texts: string[] = []
  let gathered = ''
  for (const change of changes.flatMap(withFewPeople)) {
    const text = JSON.stringify(change)
    if (gathered && gathered.length + text.length + 3 > longest) {
      texts.push(`[${gathered}]`)
      gathered = ''
    }
    gathered += gathered ? `,${text}` : text
  }
  if (gathered) texts.push(`[${gathered}]`)
  return texts
}

function withFewPeople(change: Change): Change[] {
  const { people = [], ...others } = change.to
  if (people.length <= mostPeople) return [change]
  const parts: Change[] = [{ event: change.event, to: others }]
  for (let at = 0; at < people.length; at += mostPeople) {
    parts.push({ event: change.event, to: { people: people.slice(at, at + mostPeople) } })
  }
  return parts
}
