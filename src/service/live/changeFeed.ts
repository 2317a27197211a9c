import { sql } from 'kysely'
import { isPostgres } from '../../http/dialect.ts'
import type { Db } from '../db/schema.ts'
import type { Change } from './changes.ts'

export type ChangeFeed = {
  /** Returns a function that stops listening. */
  listen(listener: FeedListener): () => void
  /** Undefined if the database publishes changes itself. */
  publish?(text: string): void
}

export type FeedListener = { onChanges(text: string): void; onUp(): void; onDown(): void }

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

export const channel = 'staffroom_changes'

/** PostgreSQL sends them after the commit. */
export async function notifyInTransaction(trx: Db, changes: readonly Change[]): Promise<void> {
  if (!isPostgres(trx)) return
  for (const text of splitIntoPayloads(changes)) await sql`select pg_notify(${channel}, ${text})`.execute(trx)
}

/** In characters, all ASCII. PostgreSQL rejects 8,000 bytes. */
const maxPayloadLength = 7900
const maxPeople = 500

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
  const { people = [], ...otherAudience } = change.to
  if (people.length <= maxPeople) return [change]
  const parts: Change[] = [{ ...change, to: otherAudience }]
  for (let at = 0; at < people.length; at += maxPeople) {
    parts.push({ ...change, to: { people: people.slice(at, at + maxPeople) } })
  }
  return parts
}
