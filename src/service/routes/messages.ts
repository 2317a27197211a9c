import { messages } from '../../contract/messages.ts'
import { forbidden, notFound } from '../../http/problem.ts'
import type { Caller } from '../auth/caller.ts'
import { incrementChatVersion, insertMessage, lockChat } from '../content/chats.ts'
import { attachFiles } from '../content/messageFiles.ts'
import type { Db } from '../db/schema.ts'
import { matchesETag, notModified } from '../http/etag.ts'
import { listResponse } from '../http/streamRows.ts'
import {
  listOwnPupils,
  mayDeleteMessage,
  type OwnChat,
  requireMayPost,
  requireOwnChat,
} from '../policy/chats.ts'
import { messageReader, serializeMessage } from '../serialize/messages.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** api.md § Chat messages. */
export const messageRoutes = [
  defineRoute(messages.list, async ({ params: { chat_id }, caller, db, request, serializeContext }) => {
    const ownChat = await requireOwnChat(db, caller, chat_id)
    const etag = computeMessagesETag(ownChat, caller)
    if (matchesETag(request, etag)) return notModified(etag)
    const read = messageReader(db, caller, ownChat, {
      ...serializeContext,
      maxVersion: ownChat.chat.version,
    })
    return listResponse(after => read({ chat_id, after }), etag)
  }),

  defineWriteRoute(
    messages.send,
    async ({ params: { chat_id }, body, caller, db, changed, clock, serializeContext }) => {
      await lockChat(db, chat_id)
      const ownChat = await requireOwnChat(db, caller, chat_id)
      requireMayPost(ownChat)
      const withFiles = 'with_files' in body && body.with_files === true
      if (withFiles && ownChat.chat.files_allowed === 0) throw forbidden('This chat takes no files.')
      const now = clock()
      const content = { chat_id, user_id: caller.userId, text: body.text }
      const { id, version } = await insertMessage(db, content, now)
      if (withFiles) await attachFiles(db, caller, { id, chat_id, key: body.message_key }, now)
      if (body.poll) await addPoll(db, { message_id: id, chat_id }, body.poll)
      changed('message', { chat_id, version })
      changed('chat', { chat_id, version })
      return serializeMessage(
        db,
        caller,
        ownChat,
        { chat_id, message_id: id },
        { ...serializeContext, isNew: true },
      )
    },
  ),

  defineWriteRoute(messages.remove, async ({ params: { chat_id, message_id }, caller, db, changed }) => {
    await lockChat(db, chat_id)
    const ownChat = await requireOwnChat(db, caller, chat_id)
    const message = await requireMessage(db, chat_id, message_id)
    if (!mayDeleteMessage(message, ownChat, { caller, ownPupils: await listOwnPupils(db, caller) })) {
      throw forbidden('Only its author, their teachers and administrators of the chat delete a message.')
    }
    const version = await incrementChatVersion(db, chat_id)
    await db.deleteFrom('messages').where('id', '=', message_id).execute()
    changed('message', { chat_id, version })
    changed('chat', { chat_id, version })
    return undefined
  }),
]

/** Throws 404 for a message of another chat (rule 33). */
export async function requireMessage(db: Db, chatId: number, messageId: number) {
  const message = await db
    .selectFrom('messages')
    .select(['id', 'user_id'])
    .where('id', '=', messageId)
    .where('chat_id', '=', chatId)
    .executeTakeFirst()
  if (!message) throw notFound()
  return message
}

/**
 * The chat version covers the messages, and the grant `can_delete`, because classes change seldom. Databases repeat IDs,
 * hence the creation time.
 */
function computeMessagesETag({ chat, grant }: OwnChat, { userId }: Caller): string {
  const createdAt = Date.parse(chat.created_at).toString(36)
  return `"${[chat.id, createdAt, chat.version, userId, grant.isAdmin ? 'a' : 'm'].join('-')}"`
}

async function addPoll(
  trx: Db,
  ids: { message_id: number; chat_id: number },
  poll: { is_anonymous: boolean; is_multiple_choice: boolean; options: string[] },
): Promise<void> {
  const is_anonymous = poll.is_anonymous ? 1 : 0
  const is_multiple_choice = poll.is_multiple_choice ? 1 : 0
  const { id: poll_id } = await trx
    .insertInto('polls')
    .values({ ...ids, is_anonymous, is_multiple_choice, closes_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const options = poll.options.map(text => ({ poll_id, text }))
  await trx.insertInto('poll_options').values(options).execute()
}
