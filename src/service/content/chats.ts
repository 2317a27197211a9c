import type { Db } from '../db/schema.ts'

/** Locks the chat against other writes. Lock permissions first, so that deadlocks can't occur. */
export async function lockChat(trx: Db, chatId: number): Promise<void> {
  await trx
    .updateTable('chats')
    // Not the ID: SQLite would check all messages of the chat for the foreign key.
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', chatId)
    .execute()
}

/**
 * Returns the new version of the chat. A changed message gets it, too. Omit `messageId` for new or deleted messages.
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
