import type { Db } from '../db/schema.ts'

/** Lock permissions first, to avoid deadlocks. */
export async function lockChat(trx: Db, chatId: number): Promise<void> {
  await trx
    .updateTable('chats')
    // Not the ID: SQLite would check the foreign key of all messages.
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', chatId)
    .execute()
}

/** Requires `lockChat`. */
export async function insertMessage(
  trx: Db,
  message: { chat_id: number; user_id: number; text: string },
  now: number,
): Promise<{ id: number; version: number }> {
  const version = await incrementChatVersion(trx, message.chat_id)
  const { id } = await trx
    .insertInto('messages')
    .values({ ...message, version, sent_at: new Date(now).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, version }
}

/** `messageId` is a changed message. */
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
