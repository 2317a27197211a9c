import type { TestService } from '../testService.ts'

/** Names and flags, by permission ID. */
export async function readChatMembers({ db }: Pick<TestService, 'db'>, chat: string): Promise<string[]> {
  const rows = await db
    .selectFrom('permissions')
    .innerJoin('chats', 'chats.id', 'permissions.resource_id')
    .innerJoin('users', 'users.id', 'permissions.user_id')
    .select(['users.name', 'is_write', 'is_admin'])
    .where('resource_field', '=', 'chat_id')
    .where('chats.name', '=', chat)
    .orderBy('permissions.id')
    .execute()
  return rows.map(row => `${row.name} ${row.is_write}${row.is_admin}`)
}
