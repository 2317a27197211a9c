import type { Message } from '../../contract/messages.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { mayDelete, type OwnChat } from '../rules/chats.ts'
import { documentOnWire, type Showing } from './documents.ts'
import { manyTimes } from './manyTimes.ts'
import { messageIds, pollsOnWire, type WhichMessages } from './polls.ts'
import { notFound } from './problem.ts'
import { basicText, formattedText } from './renderText.ts'
import { pageSize } from './streamRows.ts'

/** Messages of a chat after an id, as many as a page has, or one. */
type Asked = { chat_id: number; after: number } | { chat_id: number; message_id: number }

/**
 * Reads the messages of a chat in pages, oldest first, and how each looks to this caller (api.md § Chat message). As many
 * queries for a page as for one; what a message looks like is made when it is asked for. Pages are not of one moment: what
 * changed after version `upTo` of the chat is given that version, so that no answer seems to hold every change of a later one.
 */
export function messageReader(
  db: Db,
  caller: Caller,
  { grant }: OwnChat,
  { upTo = Number.POSITIVE_INFINITY, ...showing }: Showing & { upTo?: number },
) {
  const names = new Map<number, string>()
  const sentAt = manyTimes(showing.timeZone)
  return async (asked: Asked) => {
    const rows = await rowsOf(db, asked)
    const { chat_id } = asked
    const which = { chat_id, from: rows[0]?.id ?? 1, to: rows.at(-1)?.id ?? 0 }
    await readNames(db, rows, names)
    const documents = await db
      .selectFrom('documents')
      .selectAll()
      .where('message_id', 'in', messageIds(db, which))
      .orderBy('id')
      .execute()
    const filesOf = Map.groupBy(documents, document => document.message_id)
    const polls = await pollsOnWire(db, caller, which, showing.timeZone)
    const reactions = await reactionsOnWire(db, caller, which)

    const onWire = (row: (typeof rows)[number]): Message => {
      const own = row.user_id === caller.userId
      const itsFiles = filesOf.get(row.id) ?? []
      const poll = polls.get(row.id) ?? null
      return {
        id: row.id,
        chat_id,
        user: { id: row.user_id, name: names.get(row.user_id) ?? '' },
        text: row.text,
        is_hidden: false,
        has_files: itsFiles.length > 0,
        has_poll: poll !== null,
        meta_type: null,
        sent_at: sentAt(row.sent_at),
        is_own: own,
        reactions: reactions.get(row.id) ?? [],
        files: itsFiles.map(file => documentOnWire(file, showing)),
        poll,
        can_delete: mayDelete(row, grant, caller),
        text_formatted: formattedText(row.text),
        text_basic: basicText(row.text),
        version: Math.min(row.version, upTo),
      }
    }
    return { rows, onWire }
  }
}

function rowsOf(db: Db, asked: Asked) {
  const all = db
    .selectFrom('messages')
    .select(['id', 'user_id', 'text', 'sent_at', 'version'])
    .where('chat_id', '=', asked.chat_id)
  return 'message_id' in asked
    ? all.where('id', '=', asked.message_id).execute()
    : all.where('id', '>', asked.after).orderBy('id').limit(pageSize).execute()
}

/** Adds the names of who sent these messages, where they are not known yet. */
async function readNames(db: Db, rows: readonly { user_id: number }[], names: Map<number, string>) {
  const unknown = [...new Set(rows.map(({ user_id }) => user_id))].filter(id => !names.has(id))
  if (unknown.length === 0) return
  const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', unknown).execute()
  for (const { id, name } of users) names.set(id, name)
}

/**
 * One message, as in the list; `isNew` gives `sent_at` as the answer to its creation has it. Throws 404 where there is
 * none.
 */
export async function messageOnWire(
  db: Db,
  caller: Caller,
  own: OwnChat,
  which: { chat_id: number; message_id: number },
  { isNew = false, ...showing }: Showing & { isNew?: boolean },
): Promise<Message> {
  const {
    rows: [row],
    onWire,
  } = await messageReader(db, caller, own, showing)(which)
  if (!row) throw notFound()
  if (!isNew) return onWire(row)
  return { ...onWire(row), sent_at: isoDateTime(Date.parse(row.sent_at), showing.timeZone) }
}

/** The reactions of messages, each kind once, in the order the kinds came. */
async function reactionsOnWire(db: Db, caller: Caller, which: WhichMessages) {
  const rows = await db
    .selectFrom('reactions')
    .select(['message_id', 'user_id', 'emoji'])
    .where('message_id', 'in', messageIds(db, which))
    .orderBy('id')
    .execute()
  const byMessage = new Map<number, { emoji: string; count: number; is_own: boolean }[]>()
  for (const row of rows) {
    const kinds = byMessage.get(row.message_id) ?? []
    byMessage.set(row.message_id, kinds)
    const kind = kinds.find(({ emoji }) => emoji === row.emoji) ?? {
      emoji: row.emoji,
      count: 0,
      is_own: false,
    }
    if (kind.count === 0) kinds.push(kind)
    kind.count += 1
    kind.is_own ||= row.user_id === caller.userId
  }
  return byMessage
}
