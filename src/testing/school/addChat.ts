import type { DocumentStore } from '../../service/db/documentStore.ts'
import type { Db } from '../../service/db/schema.ts'
import type { PreparedDocument } from '../../service/db/storeDocument.ts'
import { storeFile } from '../storeFile.ts'
import { type Grant, insertGrants, insertOne, insertReturningIds, insertRows } from './insertRows.ts'

const iso = (instant: number) => new Date(instant).toISOString()

export type NewMember = Pick<Grant, 'can'> & { id: number }

export type NewMessage = {
  userId: number
  text: string
  /** Unix ms. */
  sentAt: number
  files?: readonly PreparedDocument[]
  reactions?: readonly { emoji: string; userIds: readonly number[] }[]
  poll?: NewPoll
}

type NewPoll = {
  options: readonly { text: string; userIds: readonly number[] }[]
  isAnonymous?: boolean | undefined
  isMultipleChoice?: boolean | undefined
  /** Unix ms. */
  closesAt?: number | undefined
}

export type NewChat = {
  id?: number
  name: string
  /** Unix ms. */
  createdAt: number
  members: readonly NewMember[]
  isBroadcast?: boolean | undefined
  isWithoutFiles?: boolean | undefined
  isDirect?: boolean | undefined
  messages: readonly NewMessage[]
  /** Index of the last read message by user ID. */
  reads: ReadonlyMap<number, number>
}

/** Each message is one version of the chat. */
export async function addChat(
  db: Db,
  store: DocumentStore,
  chat: NewChat,
): Promise<{ id: number; messageIds: number[] }> {
  const { members, messages } = chat
  const at = iso(chat.createdAt)
  const id = await insertOne(db, 'chats', {
    ...(chat.id !== undefined && { id: chat.id }),
    name: chat.name,
    created_at: at,
    broadcast_only: chat.isBroadcast ? 1 : 0,
    files_allowed: chat.isWithoutFiles ? 0 : 1,
    is_direct: chat.isDirect ? 1 : 0,
    version: messages.length,
  })
  const creatorId = members.find(({ can }) => can === 'administer')?.id ?? null
  const grants = members.map(member => ({
    ...{ id, at, userId: member.id, can: member.can },
    by: member.id === creatorId ? null : creatorId,
  }))
  await insertGrants(db, 'chat_id', grants)
  const rows = messages.map(({ userId, text, sentAt }, index) => ({
    ...{ chat_id: id, user_id: userId, text, sent_at: iso(sentAt), version: index + 1 },
  }))
  const messageIds = await insertReturningIds(db, 'messages', rows)
  await addAttachments(db, store, { chat_id: id, messages, ids: messageIds })
  const reads = [...chat.reads].flatMap(([user_id, index]) => {
    const message_id = messageIds[index]
    return message_id === undefined ? [] : [{ chat_id: id, user_id, message_id }]
  })
  await insertRows(db, 'chat_reads', reads)
  return { id, messageIds }
}

async function addAttachments(
  db: Db,
  store: DocumentStore,
  { chat_id, messages, ids }: { chat_id: number; messages: readonly NewMessage[]; ids: readonly number[] },
): Promise<void> {
  const reactions: { message_id: number; chat_id: number; user_id: number; emoji: string }[] = []
  for (const [index, message] of messages.entries()) {
    const message_id = ids[index] ?? 0
    for (const { emoji, userIds } of message.reactions ?? []) {
      for (const user_id of userIds) reactions.push({ message_id, chat_id, user_id, emoji })
    }
    for (const file of message.files ?? []) {
      const relation = { kind: 'message', messageId: message_id } as const
      const options = { relation, chatId: chat_id, uploadedAt: message.sentAt, userId: message.userId }
      await storeFile(db, store, file, options)
    }
    if (message.poll) await addPoll(db, { message_id, chat_id }, message.poll)
  }
  await insertRows(db, 'reactions', reactions)
}

async function addPoll(
  db: Db,
  message: { message_id: number; chat_id: number },
  { options, isAnonymous, isMultipleChoice, closesAt }: NewPoll,
): Promise<void> {
  const poll_id = await insertOne(db, 'polls', {
    ...message,
    is_anonymous: isAnonymous ? 1 : 0,
    is_multiple_choice: isMultipleChoice ? 1 : 0,
    closes_at: closesAt === undefined ? null : iso(closesAt),
  })
  const rows = options.map(({ text }) => ({ poll_id, text }))
  const ids = await insertReturningIds(db, 'poll_options', rows)
  const votes = options.flatMap(({ userIds }, index) =>
    userIds.map(user_id => ({ poll_id, option_id: ids[index] ?? 0, user_id })),
  )
  await insertRows(db, 'poll_votes', votes)
}
