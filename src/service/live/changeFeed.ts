import { sql } from 'kysely'
import { isPostgres } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import type { Change } from './changes.ts'

/** How one process receives the changes of all of them, its own among them. */
export type ChangeFeed = {
  /**
   * Starts listening. `up`: from now on every change is received. `down`: that is over for now. Returns what stops it.
   */
  listen(listener: FeedListener): () => void
  /** Passes on what was committed; absent where the database does that itself. */
  publish?(text: string): void
}

export type FeedListener = { received(text: string): void; up(): void; down(): void }

/** Of a database that one process has. */
export function createLocalFeed(): ChangeFeed {
  const listening = new Set<(text: string) => void>()
  return {
    listen({ received, up }) {
      listening.add(received)
      up()
      return () => void listening.delete(received)
    },
    publish(text) {
      for (const received of listening) received(text)
    },
  }
}

/** The channel of NOTIFY. Each database has its own of this name. */
export const channel = 'staffroom_changes'

/** Notifies with the transaction: every process receives it once it is committed, and none if it is rolled back. */
export async function notifyWithin(trx: Db, changes: readonly Change[]): Promise<void> {
  if (!isPostgres(trx)) return
  for (const text of payloadsOf(changes)) await sql`select pg_notify(${channel}, ${text})`.execute(trx)
}

/** Characters; PostgreSQL refuses payloads of 8000 bytes and more. Ours are ASCII: names of kinds, and numbers. */
const longest = 7900
const mostPeople = 500

/** The same changes in payloads that are short enough. */
export function payloadsOf(changes: readonly Change[]): string[] {
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
