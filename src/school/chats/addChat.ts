import type { Insertable } from 'kysely'
import type { Db, Schema } from '../../service/db/schema.ts'
import { type ReadyDocument, storeDocument } from '../../service/db/storeDocument.ts'

const iso = (instant: number) => new Date(instant).toISOString()

export type NewMember = { id: number; is_write: 0 | 1; is_admin: 0 | 1 }

/** A message with all that goes with it; people by their ids. */
export type NewMessage = {
  userId: number
  text: string
  /** Unix milliseconds. */
  sentAt: number
  files?: readonly ReadyDocument[]
  reactions?: readonly { emoji: string; userIds: readonly number[] }[]
  poll?: {
    options: readonly { text: string; userIds: readonly number[] }[]
    isAnonymous: boolean
    isMultipleChoice: boolean
    closesAt: number | null
  }
}

export type NewChat = {
  /** A number of its own instead of the next. */
  id?: number
  name: string
  /** Unix milliseconds. */
  createdAt: number
  members: readonly NewMember[]
  isBroadcast?: boolean
  isWithoutFiles?: boolean
  isDirect?: boolean
  messages: readonly NewMessage[]
  /** Up to which of the messages, counted from 0, somebody has read. Without an entry all of it is new to them. */
  reads: ReadonlyMap<number, number>
}

/** A chat with its people and all that was said in it, each message a version of it; answers the ids. */
export async function addChat(db: Db, chat: NewChat): Promise<{ id: number; messageIds: number[] }> {
  const { members, messages } = chat
  const { id } = await db
    .insertInto('chats')
    .values({
      ...(chat.id !== undefined && { id: chat.id }),
      name: chat.name,
      created_at: iso(chat.createdAt),
      broadcast_only: chat.isBroadcast ? 1 : 0,
      files_allowed: chat.isWithoutFiles ? 0 : 1,
      is_direct: chat.isDirect ? 1 : 0,
      version: messages.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const maker = members.find(({ is_admin }) => is_admin === 1)?.id
  const access = members.map(({ id: user_id, is_write, is_admin }) => ({
    resource_field: 'chat_id',
    resource_id: id,
    user_id,
    is_write,
    is_admin,
    given_by_user_id: user_id === maker ? null : (maker ?? null),
    given_at: iso(chat.createdAt),
  }))
  await insertAll(db, 'permissions', access)
  const messageIds = await insertMessages(db, id, messages)
  await addWhatGoesWithThem(db, id, messages, messageIds)
  const reads = [...chat.reads].flatMap(([user_id, index]) => {
    const message_id = messageIds[index]
    return message_id === undefined ? [] : [{ chat_id: id, user_id, message_id }]
  })
  await insertAll(db, 'chat_reads', reads)
  return { id, messageIds }
}

async function insertMessages(db: Db, chat_id: number, messages: readonly NewMessage[]): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < messages.length; from += rowsAtOnce) {
    const rows = messages.slice(from, from + rowsAtOnce).map((message, index) => ({
      chat_id,
      user_id: message.userId,
      text: message.text,
      sent_at: iso(message.sentAt),
      version: from + index + 1,
    }))
    const inserted = await db.insertInto('messages').values(rows).returning('id').execute()
    // No database promises an order of what it returns; ids grow with the rows.
    ids.push(...inserted.map(({ id }) => id).sort((a, b) => a - b))
  }
  return ids
}

async function addWhatGoesWithThem(
  db: Db,
  chat_id: number,
  messages: readonly NewMessage[],
  ids: readonly number[],
): Promise<void> {
  const reactions: Insertable<Schema['reactions']>[] = []
  for (const [index, message] of messages.entries()) {
    const message_id = ids[index] ?? 0
    for (const { emoji, userIds } of message.reactions ?? []) {
      for (const user_id of userIds) reactions.push({ message_id, chat_id, user_id, emoji })
    }
    for (const file of message.files ?? []) {
      await storeDocument(db, file, {
        relation: { kind: 'message', messageId: message_id },
        chatId: chat_id,
        uploadedAt: message.sentAt,
        userId: message.userId,
      })
    }
    if (message.poll) await addPoll(db, { message_id, chat_id }, message.poll)
  }
  await insertAll(db, 'reactions', reactions)
}

async function addPoll(
  db: Db,
  of: { message_id: number; chat_id: number },
  { options, isAnonymous, isMultipleChoice, closesAt }: NonNullable<NewMessage['poll']>,
): Promise<void> {
  const { id: poll_id } = await db
    .insertInto('polls')
    .values({
      ...of,
      is_anonymous: isAnonymous ? 1 : 0,
      is_multiple_choice: isMultipleChoice ? 1 : 0,
      closes_at: closesAt === null ? null : iso(closesAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = options.map(({ text }) => ({ poll_id, text }))
  const inserted = await db.insertInto('poll_options').values(rows).returning('id').execute()
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const votes = options.flatMap(({ userIds }, index) =>
    userIds.map(user_id => ({ poll_id, option_id: ids[index] ?? 0, user_id })),
  )
  await insertAll(db, 'poll_votes', votes)
}

/** SQLite takes 32,766 values in a statement; a message is six of them. */
const rowsAtOnce = 2000

async function insertAll<Table extends 'permissions' | 'reactions' | 'poll_votes' | 'chat_reads'>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}
