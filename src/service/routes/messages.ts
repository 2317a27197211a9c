import { messages } from '../../contract/messages.ts'
import type { Caller } from '../auth/caller.ts'
import { incrementChatVersion, lockChat } from '../content/chats.ts'
import type { Db } from '../db/schema.ts'
import { matchesETag, notModified } from '../http/etag.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { mayDelete, type OwnChat, ownChat, requireMayPost } from '../policy/chats.ts'
import { messageReader, serializeMessage } from '../serialize/messages.ts'
import { attachFiles } from './messageFiles.ts'
import { on, write } from './route.ts'

/** Messages of chats (api.md § Chat messages). */
export const messageRoutes = [
  on(messages.list, async ({ params: { chat_id }, caller, db, request, bigLists, showing }) => {
    const own = await ownChat(db, caller, chat_id)
    const tag = tagOf(own, caller)
    if (matchesETag(request, tag)) return notModified(tag)
    const read = messageReader(db, caller, own, { ...showing, upTo: own.chat.version })
    return bigLists.list(after => read({ chat_id, after }), tag)
  }),

  write(messages.send, async ({ params: { chat_id }, body, caller, db, changed, clock, showing }) => {
    await lockChat(db, chat_id)
    const own = await ownChat(db, caller, chat_id)
    requireMayPost(own)
    const withFiles = 'with_files' in body && body.with_files === true
    if (withFiles && own.chat.files_allowed === 0) throw forbidden('This chat takes no files.')
    const now = clock()
    const version = await incrementChatVersion(db, chat_id)
    const said = { user_id: caller.userId, text: body.text, sent_at: new Date(now).toISOString() }
    const { id } = await db
      .insertInto('messages')
      .values({ chat_id, version, ...said })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (withFiles) await attachFiles(db, caller, { id, chat_id, key: body.message_key }, now)
    if (body.poll) await addPoll(db, { message_id: id, chat_id }, body.poll)
    changed('message', { chat_id, version })
    changed('chat', { chat_id, version })
    return serializeMessage(db, caller, own, { chat_id, message_id: id }, { ...showing, isNew: true })
  }),

  write(messages.remove, async ({ params: { chat_id, message_id }, caller, db, changed }) => {
    await lockChat(db, chat_id)
    const { grant } = await ownChat(db, caller, chat_id)
    const message = await messageIn(db, chat_id, message_id)
    if (!mayDelete(message, grant, caller)) {
      throw forbidden('Only who wrote a message and administrators of the chat delete it.')
    }
    const version = await incrementChatVersion(db, chat_id)
    // Foreign keys delete the poll, votes, reactions and files.
    await db.deleteFrom('messages').where('id', '=', message_id).execute()
    changed('message', { chat_id, version })
    changed('chat', { chat_id, version })
    return undefined
  }),
]

/** Finds a message of this chat. Throws 404 if it belongs to another chat (rule 33). */
export async function messageIn(db: Db, chatId: number, messageId: number) {
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
 * Returns an ETag of a chat's messages for the caller without reading messages. The version of the chat covers their
 * content, and the grant covers `can_delete`. The creation time of the chat distinguishes databases with the same IDs.
 */
function tagOf({ chat, grant }: OwnChat, { userId }: Caller): string {
  const made = Date.parse(chat.created_at).toString(36)
  return `"${[chat.id, made, chat.version, userId, grant.admin ? 'a' : 'm'].join('-')}"`
}

async function addPoll(
  trx: Db,
  of: { message_id: number; chat_id: number },
  poll: { is_anonymous: boolean; is_multiple_choice: boolean; options: string[] },
): Promise<void> {
  const is_anonymous = poll.is_anonymous ? 1 : 0
  const is_multiple_choice = poll.is_multiple_choice ? 1 : 0
  const { id: poll_id } = await trx
    .insertInto('polls')
    .values({ ...of, is_anonymous, is_multiple_choice, closes_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const options = poll.options.map(text => ({ poll_id, text }))
  await trx.insertInto('poll_options').values(options).execute()
}
