import type { Db } from '../db/schema.ts'

/**
 * Locks the chat against other writes. Locks are always acquired in the order permissions, chat, so that deadlocks
 * can't occur.
 */
export async function lockChat(trx: Db, chatId: number): Promise<void> {
  await trx
    .updateTable('chats')
    // Not the ID: SQLite would check all messages of the chat for the foreign key.
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', chatId)
    .execute()
}

/**
 * Increments the version of the chat and returns it. `messageId` is the changed message, which gets the same version.
 * Omit it if the message is new or deleted.
 */
export async function incrementChatVersion(trx: Db, chatId: number, messageId?: number): Promise<number> {
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
