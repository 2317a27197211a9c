import type { Db } from '../db/schema.ts'

/** Returns the ID of the oldest direct chat of two users who are both still members. */
export async function findDirectChat(db: Db, userId: number, otherId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('chats')
    .innerJoin('permissions as own', 'own.resource_id', 'chats.id')
    .innerJoin('permissions as other', 'other.resource_id', 'chats.id')
    .select('chats.id')
    .where('chats.is_direct', '=', 1)
    .where('own.resource_field', '=', 'chat_id')
    .where('own.user_id', '=', userId)
    .where('other.resource_field', '=', 'chat_id')
    .where('other.user_id', '=', otherId)
    .orderBy('chats.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
