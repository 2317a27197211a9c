import type { Selectable } from 'kysely'
import { forbidden, notFound } from '../answers/problem.ts'
import type { Caller } from '../auth/caller.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import type { Chats, Db } from '../db/schema.ts'
import { standingIn } from './callerRelation.ts'

type Grant = { write: boolean; admin: boolean }

/** A chat as its member sees it. */
export type OwnChat = { chat: Selectable<Chats>; grant: Grant }

/** The chat, for who is a member of it: any grant makes one. 404 for everybody else. */
export async function ownChat(db: Db, caller: Caller, chatId: number): Promise<OwnChat> {
  const [chat] = await chatOf(db, { chatId })
  const { grant } = await standingIn(db, caller, { field: 'chat_id', id: chatId })
  if (!chat || !grant) throw notFound()
  return { chat, grant }
}

const chatOf = compiledOnce((db, { chatId }: { chatId: number }) =>
  db.selectFrom('chats').selectAll().where('id', '=', chatId),
)

/**
 * The same, once no other write about this chat can come between. Locks are taken in the order permissions, chat, so that
 * two of them never wait for each other.
 */
export async function lockChat(trx: Db, caller: Caller, chatId: number): Promise<OwnChat> {
  await trx
    .updateTable('chats')
    // Not by the id: SQLite would look at every message of it.
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', chatId)
    .execute()
  return ownChat(trx, caller, chatId)
}

/** Says that something in the chat changed, a message of it or one that is gone. Answers the chat's new version. */
export async function newVersion(trx: Db, chatId: number, messageId?: number): Promise<number> {
  const { version } = await trx
    .updateTable('chats')
    .set(before => ({ version: before('version', '+', 1) }))
    .where('id', '=', chatId)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (messageId !== undefined) {
    await trx.updateTable('messages').set({ version }).where('id', '=', messageId).execute()
  }
  return version
}

/** Administrators write in every chat of theirs, others where they were given that and it is no broadcast. */
export const canPost = (chat: { broadcast_only: 0 | 1 }, grant: Grant): boolean =>
  grant.admin || (grant.write && chat.broadcast_only === 0)

/** Who wrote a message deletes it, and so do the administrators of its chat. */
export const mayDelete = (message: { user_id: number }, grant: Grant, { userId }: Caller): boolean =>
  message.user_id === userId || grant.admin

/** Throws 403 with the reason for who reads only. */
export function demandPost({ chat, grant }: OwnChat): void {
  if (canPost(chat, grant)) return
  throw forbidden(
    chat.broadcast_only === 1
      ? 'Only administrators write in this chat.'
      : 'You may read this chat, but not write in it.',
  )
}
