import type { Db } from '../schema.ts'
import { requiredReference, tableParts } from './tableParts.ts'

export async function scheduledMessages(db: Db): Promise<void> {
  const { id, index, table } = tableParts(db)
  await table(
    'scheduled_messages',
    `${id}, user_id ${requiredReference('users')}, chat_id integer references "chats" ("id") on delete set null,
    chat_name text not null, text text not null, send_at text not null, created_at text not null, not_sent_reason text`,
  )
  await index('scheduled_messages', 'user_id')
  await index('scheduled_messages', 'chat_id')
  await index('scheduled_messages', 'send_at')
}
