import type { Message } from '../contract/messages.ts'
import { isoDateTime } from '../lib/schoolTime.ts'
import type { Caller } from './authenticate.ts'
import type { OwnChat } from './chatAccess.ts'
import { documentOnWire, type Showing } from './documentOnWire.ts'
import { manyTimes } from './manyTimes.ts'
import { pollsOnWire, type WhichMessages } from './pollsOnWire.ts'
import { notFound } from './problem.ts'
import { basicText, formattedText } from './renderText.ts'
import type { Db } from './store/schema.ts'

/**
 * The stored messages of a chat, oldest first, and how each looks to this caller (api.md § Chat message). As many
 * queries for 50,000 as for one; what it looks like is made when it is asked for.
 */
export async function messagesOnWire(
  db: Db,
  caller: Caller,
  { grant }: OwnChat,
  which: WhichMessages,
  showing: Showing,
) {
  const { chat_id, message_id } = which
  const all = db.selectFrom('messages').where('chat_id', '=', chat_id)
  const asked = message_id === undefined ? all : all.where('id', '=', message_id)
  const rows = await asked
    .select(['id', 'user_id', 'text', 'sent_at', 'version', 'raw_formatted'])
    .orderBy('id')
    .execute()
  const senders = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', asked.select('user_id').distinct())
    .execute()
  const files = db.selectFrom('documents').selectAll().orderBy('id')
  const documents = await (message_id === undefined
    ? files.where('chat_id', '=', chat_id)
    : files.where('message_id', '=', message_id)
  ).execute()

  const names = new Map(senders.map(({ id, name }) => [id, name]))
  const filesOf = Map.groupBy(documents, document => document.message_id)
  const polls = await pollsOnWire(db, caller, which, showing.timeZone)
  const reactions = await reactionsOnWire(db, caller, which)
  const sentAt = manyTimes(showing.timeZone)

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
      can_delete: own || grant.admin,
      text_formatted: row.raw_formatted ?? formattedText(row.text),
      text_basic: basicText(row.text),
      version: row.version,
    }
  }
  return { rows, onWire }
}

/**
 * One message, as in the list; `isNew` gives `sent_at` as the answer to its creation has it. Throws 404 where there is
 * none.
 */
export async function messageOnWire(
  db: Db,
  caller: Caller,
  own: OwnChat,
  which: Required<WhichMessages>,
  { isNew = false, ...showing }: Showing & { isNew?: boolean },
): Promise<Message> {
  const {
    rows: [row],
    onWire,
  } = await messagesOnWire(db, caller, own, which, showing)
  if (!row) throw notFound()
  if (!isNew) return onWire(row)
  return { ...onWire(row), sent_at: isoDateTime(Date.parse(row.sent_at), showing.timeZone) }
}

/** The reactions of messages, each kind once, in the order the kinds came. */
async function reactionsOnWire(db: Db, caller: Caller, { chat_id, message_id }: WhichMessages) {
  const all = db.selectFrom('reactions').select(['message_id', 'user_id', 'emoji']).orderBy('id')
  const rows = await (message_id === undefined
    ? all.where('chat_id', '=', chat_id)
    : all.where('message_id', '=', message_id)
  ).execute()
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
