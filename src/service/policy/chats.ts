import type { Selectable } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Chats, Db } from '../db/schema.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { readCallerRelation } from './callerRelation.ts'

type Grant = { canWrite: boolean; isAdmin: boolean }

export type OwnChat = { chat: Selectable<Chats>; grant: Grant }

/** Throws 404. */
export async function requireOwnChat(db: Db, caller: Caller, chatId: number): Promise<OwnChat> {
  const [chat] = await selectChat(db, { chatId })
  const { grant } = await readCallerRelation(db, caller, { field: 'chat_id', id: chatId })
  if (!chat || !grant) throw notFound()
  return { chat, grant }
}

const selectChat = compileOnce((db, { chatId }: { chatId: number }) =>
  db.selectFrom('chats').selectAll().where('id', '=', chatId),
)

/** In a broadcast, only administrators may post. */
export const mayPost = (chat: { broadcast_only: 0 | 1 }, grant: Grant): boolean =>
  grant.isAdmin || (grant.canWrite && chat.broadcast_only === 0)

export const mayDeleteMessage = (message: { user_id: number }, grant: Grant, { userId }: Caller): boolean =>
  message.user_id === userId || grant.isAdmin

/** Throws 403. */
export function requireMayPost({ chat, grant }: OwnChat): void {
  if (mayPost(chat, grant)) return
  throw forbidden(
    chat.broadcast_only === 1
      ? 'Only administrators write in this chat.'
      : 'You may read this chat, but not write in it.',
  )
}
