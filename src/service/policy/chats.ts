import type { Selectable } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import type { Chats, Db } from '../db/schema.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { callerRelation } from './callerRelation.ts'

type Grant = { write: boolean; admin: boolean }

/** A chat and the grant of the calling member. */
export type OwnChat = { chat: Selectable<Chats>; grant: Grant }

/** Returns the chat if the caller is a member, that is, has any grant on it. Otherwise throws 404. */
export async function ownChat(db: Db, caller: Caller, chatId: number): Promise<OwnChat> {
  const [chat] = await chatOf(db, { chatId })
  const { grant } = await callerRelation(db, caller, { field: 'chat_id', id: chatId })
  if (!chat || !grant) throw notFound()
  return { chat, grant }
}

const chatOf = compiledOnce((db, { chatId }: { chatId: number }) =>
  db.selectFrom('chats').selectAll().where('id', '=', chatId),
)

/** Administrators may always write. Other members need write access, and the chat must not be a broadcast. */
export const canPost = (chat: { broadcast_only: 0 | 1 }, grant: Grant): boolean =>
  grant.admin || (grant.write && chat.broadcast_only === 0)

/** The author of a message and the administrators of its chat may delete it. */
export const mayDelete = (message: { user_id: number }, grant: Grant, { userId }: Caller): boolean =>
  message.user_id === userId || grant.admin

/** Throws 403 with the reason if the caller may not write in the chat. */
export function requireMayPost({ chat, grant }: OwnChat): void {
  if (canPost(chat, grant)) return
  throw forbidden(
    chat.broadcast_only === 1
      ? 'Only administrators write in this chat.'
      : 'You may read this chat, but not write in it.',
  )
}
