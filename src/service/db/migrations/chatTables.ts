import type { Db } from '../schema.ts'
import { counted, required, tableParts, within } from './tableParts.ts'

/** Chats, what is said in them, and which documents went with it. */
export async function chatTables(db: Db): Promise<void> {
  const { index, numbered } = tableParts(db)

  await numbered('chats')
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('broadcast_only', 'integer', required)
    .addColumn('files_allowed', 'integer', required)
    .addColumn('is_direct', 'integer', counted)
    .addColumn('version', 'integer', counted)
    .execute()

  await numbered('messages')
    .addColumn('chat_id', 'integer', within('chats.id'))
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('text', 'text', required)
    .addColumn('sent_at', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('raw_formatted', 'text')
    .execute()
  // The sender too, so that counting what others wrote reads the index alone.
  await index('messages', ['chat_id', 'id', 'user_id'])

  await numbered('polls')
    .addColumn('message_id', 'integer', column => within('messages.id')(column).unique())
    .addColumn('chat_id', 'integer', within('chats.id'))
    .addColumn('is_anonymous', 'integer', required)
    .addColumn('is_multiple_choice', 'integer', required)
    .addColumn('closes_at', 'text')
    .execute()
  await index('polls', ['chat_id'])

  await numbered('poll_options')
    .addColumn('poll_id', 'integer', within('polls.id'))
    .addColumn('text', 'text', required)
    .execute()
  await index('poll_options', ['poll_id'])

  await db.schema
    .createTable('poll_votes')
    .addColumn('poll_id', 'integer', within('polls.id'))
    .addColumn('option_id', 'integer', within('poll_options.id'))
    .addColumn('user_id', 'integer', within('users.id'))
    .addPrimaryKeyConstraint('poll_votes_key', ['poll_id', 'user_id', 'option_id'])
    .execute()
  await index('poll_votes', ['option_id'])

  await numbered('reactions')
    .addColumn('message_id', 'integer', within('messages.id'))
    .addColumn('chat_id', 'integer', within('chats.id'))
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('emoji', 'text', required)
    .addUniqueConstraint('one_of_a_kind', ['message_id', 'user_id', 'emoji'])
    .execute()
  await index('reactions', ['chat_id'])

  await db.schema
    .createTable('chat_reads')
    .addColumn('chat_id', 'integer', within('chats.id'))
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('message_id', 'integer', required)
    .addPrimaryKeyConstraint('chat_reads_key', ['chat_id', 'user_id'])
    .execute()

  await db.schema
    .createTable('chat_faults')
    .addColumn('chat_id', 'integer', column => column.primaryKey().references('chats.id').onDelete('cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('value', 'text')
    .execute()

  await db.schema
    .alterTable('documents')
    .addColumn('message_id', 'integer', column => column.references('messages.id').onDelete('cascade'))
    .execute()
  await db.schema
    .alterTable('documents')
    .addColumn('chat_id', 'integer', column => column.references('chats.id').onDelete('cascade'))
    .execute()
  await db.schema.alterTable('documents').addColumn('message_key', 'text').execute()
  await index('documents', ['message_id'])
  await index('documents', ['chat_id'])
}
