import { nobodysHash } from '../../service/auth/passwords.ts'
import type { Db } from '../../service/db/schema.ts'
import { readyDocument } from '../../service/db/storeDocument.ts'
import { hostileChat } from '../../service/faults/faultChats.ts'
import { addChat, type NewMember, type NewMessage } from '../chats/addChat.ts'
import {
  hostileChatFiles,
  hostileChatName,
  hostileChatRenderings,
  hostileMessages,
  hostileNames,
  hostileOptions,
  hostileReactions,
} from './hostileTalk.ts'

/** The chat of hostileTalk.ts: every message, poll, reaction, file and rendering of it, in that order, from `from` on. */
export async function fillHostileChat(
  db: Db,
  { from, members }: { from: number; members: readonly NewMember[] },
): Promise<void> {
  const at = new Date(from).toISOString()
  const users = hostileNames.map(
    (name, index) =>
      ({
        login: `hostile-${index + 1}`,
        password_hash: nobodysHash,
        name,
        is_teacher: 0,
        birthday: null,
        registered_at: at,
        last_seen_at: at,
      }) as const,
  )
  const inserted = await db.insertInto('users').values(users).returning('id').execute()
  const writers = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const [one = 0] = writers
  const poll = (isAnonymous: boolean) => ({
    isAnonymous,
    isMultipleChoice: true,
    closesAt: null,
    options: hostileOptions.map((text, index) => ({ text, userIds: index % 2 === 0 ? writers : [] })),
  })
  const written: Omit<NewMessage, 'userId' | 'sentAt'>[] = [
    ...hostileMessages.map(({ text }) => ({ text })),
    { text: hostileChatName, poll: poll(false) },
    { text: `${hostileChatName} (anonymous)`, poll: poll(true) },
    { text: 'Reactions', reactions: hostileReactions.map(emoji => ({ emoji, userIds: [one] })) },
    ...(await Promise.all(
      hostileChatFiles.map(async ({ trick, name, bytes }) => ({
        text: trick,
        // As a service would that takes any name as it comes.
        files: [{ ...(await readyDocument({ name, bytes: await bytes() })), name }],
      })),
    )),
    ...hostileChatRenderings.map(({ trick, html }) => ({ text: trick, rawFormatted: html })),
  ]
  await addChat(db, {
    id: hostileChat,
    name: hostileChatName,
    createdAt: from,
    members: [...members, ...writers.map(id => ({ id, is_write: 1, is_admin: 0 }) as const)],
    messages: written.map((message, index) => ({
      ...message,
      userId: writers[index % writers.length] ?? 0,
      sentAt: from + index * 20_000,
    })),
    reads: new Map(members.map(({ id }) => [id, written.length - 1])),
  })
}
