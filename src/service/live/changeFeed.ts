import { sql } from 'kysely'
import { isPostgres } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import type { Change } from './changes.ts'

/** Delivers the changes of all processes, including its own, to one process. */
export type ChangeFeed = {
  /**
   * Starts listening. Calls `up` when all changes are received from now on, and `down` when they are no longer
   * received. Returns a function that stops it.
   */
  listen(listener: FeedListener): () => void
  /** Sends committed changes. Undefined if the database does this itself. */
  publish?(text: string): void
}

export type FeedListener = { onChanges(text: string): void; onUp(): void; onDown(): void }

/** Creates a feed for a database that only one process uses. */
export function createLocalFeed(): ChangeFeed {
  const listeners = new Set<(text: string) => void>()
  return {
    listen({ onChanges, onUp }) {
      listeners.add(onChanges)
      onUp()
      return () => void listeners.delete(onChanges)
    },
    publish(text) {
      for (const onChanges of listeners) onChanges(text)
    },
  }
}

/** Channel of NOTIFY. It belongs to one database, so other databases may use the same name. */
export const channel = 'staffroom_changes'

/**
 * Sends the changes with the transaction: every process receives them after the commit, and no process after a
 * rollback.
 */
export async function notifyInTransaction(trx: Db, changes: readonly Change[]): Promise<void> {
  if (!isPostgres(trx)) return
  for (const text of splitIntoPayloads(changes)) await sql`select pg_notify(${channel}, ${text})`.execute(trx)
}

/** Maximum length of a payload, in characters. PostgreSQL rejects 8,000 bytes and more. Payloads contain only ASCII. */
const maxPayloadLength = 7900
const maxPeople = 500

/** Splits changes into payloads of valid length. */
export function splitIntoPayloads(changes: readonly Change[]): string[] {
  const texts: string[] = []
  let current = ''
  for (const change of changes.flatMap(splitRecipients)) {
    const text = JSON.stringify(change)
    if (current && current.length + text.length + 3 > maxPayloadLength) {
      texts.push(`[${current}]`)
      current = ''
    }
    current += current ? `,${text}` : text
  }
  if (current) texts.push(`[${current}]`)
  return texts
}

function splitRecipients(change: Change): Change[] {
  const { people = [], ...others } = change.to
  if (people.length <= maxPeople) return [change]
  const parts: Change[] = [{ ...change, to: others }]
  for (let at = 0; at < people.length; at += maxPeople) {
    parts.push({ ...change, to: { people: people.slice(at, at + maxPeople) } })
  }
  return parts
}
