import type { Message } from '../../contract/messages.ts'
import { notFound } from '../../http/problem.ts'
import { isoDateTime, plainDateTime } from '../../lib/schoolTime.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { pageSize } from '../http/streamRows.ts'
import { listOwnPupils, mayDeleteMessage, type OwnChat } from '../policy/chats.ts'
import { type SerializeContext, serializeDocument } from './documents.ts'
import { type MessageRange, messageIds, serializePolls } from './polls.ts'
import { basicText, formattedText } from './renderText.ts'

type MessageSelection = { chat_id: number; after: number } | { chat_id: number; message_id: number }

/**
 * In pages, oldest first, with a fixed number of queries (api.md § Chat message). Later pages may contain newer
 * changes. They get `maxVersion`, so that clients do not assume that they have all changes of a later version.
 */
export function messageReader(
  db: Db,
  caller: Caller,
  ownChat: OwnChat,
  { maxVersion = Number.POSITIVE_INFINITY, ...serializeContext }: SerializeContext & { maxVersion?: number },
) {
  const formatInstant = (instant: string) => plainDateTime(Date.parse(instant), serializeContext.timeZone)
  let ownPupils: ReadonlySet<number> | undefined
  return async (selection: MessageSelection) => {
    const rows = await selectMessages(db, selection)
    const { chat_id } = selection
    const range = { chat_id, from: rows[0]?.id ?? 1, to: rows.at(-1)?.id ?? 0 }
    const documents = await db
      .selectFrom('documents')
      .selectAll()
      .where('message_id', 'in', messageIds(db, range))
      .orderBy('id')
      .execute()
    const filesByMessage = Map.groupBy(documents, document => document.message_id)
    const polls = await serializePolls(db, caller, range, formatInstant)
    const reactions = await serializeReactions(db, caller, range)
    ownPupils ??= await listOwnPupils(db, caller)
    const access = { caller, ownPupils }

    const serialize = (row: (typeof rows)[number]): Message => {
      const own = row.user_id === caller.userId
      const files = filesByMessage.get(row.id) ?? []
      const poll = polls.get(row.id) ?? null
      return {
        id: row.id,
        chat_id,
        user: { id: row.user_id, name: row.name },
        text: row.text,
        is_hidden: false,
        has_files: files.length > 0,
        has_poll: poll !== null,
        meta_type: null,
        sent_at: formatInstant(row.sent_at),
        is_own: own,
        reactions: reactions.get(row.id) ?? [],
        files: files.map(file => serializeDocument(file, serializeContext)),
        poll,
        can_delete: mayDeleteMessage(row, ownChat, access),
        text_formatted: formattedText(row.text),
        text_basic: basicText(row.text),
        version: Math.min(row.version, maxVersion),
      }
    }
    return { rows, serialize }
  }
}

function selectMessages(db: Db, selection: MessageSelection) {
  const allMessages = db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .select(['messages.id', 'user_id', 'users.name', 'text', 'sent_at', 'version'])
    .where('chat_id', '=', selection.chat_id)
  return 'message_id' in selection
    ? allMessages.where('messages.id', '=', selection.message_id).execute()
    : allMessages.where('messages.id', '>', selection.after).orderBy('messages.id').limit(pageSize).execute()
}

/** `isNew`: `sent_at` as in the response to a creation. Throws 404. */
export async function serializeMessage(
  db: Db,
  caller: Caller,
  own: OwnChat,
  ids: { chat_id: number; message_id: number },
  { isNew = false, ...serializeContext }: SerializeContext & { isNew?: boolean },
): Promise<Message> {
  const {
    rows: [row],
    serialize,
  } = await messageReader(db, caller, own, serializeContext)(ids)
  if (!row) throw notFound()
  if (!isNew) return serialize(row)
  return { ...serialize(row), sent_at: isoDateTime(Date.parse(row.sent_at), serializeContext.timeZone) }
}

/** In the order of first use. */
async function serializeReactions(db: Db, caller: Caller, range: MessageRange) {
  const rows = await db
    .selectFrom('reactions')
    .select(['message_id', 'user_id', 'emoji'])
    .where('message_id', 'in', messageIds(db, range))
    .orderBy('id')
    .execute()
  const byMessage = new Map<number, { emoji: string; count: number; is_own: boolean }[]>()
  for (const row of rows) {
    const reactions = byMessage.get(row.message_id) ?? []
    byMessage.set(row.message_id, reactions)
    const reaction = reactions.find(({ emoji }) => emoji === row.emoji) ?? {
      emoji: row.emoji,
      count: 0,
      is_own: false,
    }
    if (reaction.count === 0) reactions.push(reaction)
    reaction.count += 1
    reaction.is_own ||= row.user_id === caller.userId
  }
  return byMessage
}
