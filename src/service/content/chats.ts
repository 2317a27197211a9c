import type { Db } from '../db/schema.ts'

/** Lock permissions before the chat, so that deadlocks can't occur. */
export async function lockChat(trx: Db, chatId: number): Promise<void> {
  await trx
    .updateTable('chats')
    // Not the ID: SQLite would check all messages of the chat for the foreign key.
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', chatId)
    .execute()
}

/** A changed message gets the new version, too. Omit `messageId` for new or deleted messages. */
export async function incrementChatVersion(trx: Db, chatId: number, messageId?: number): Promise<number> {
  const { version } = await trx
    .updateTable('chats')
    .set(expression => ({ version: expression('version', '+', 1) }))
    .where('id', '=', chatId)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (messageId !== undefined) {
    await trx.updateTable('messages').set({ version }).where('id', '=', messageId).execute()
  }
  return version
}
