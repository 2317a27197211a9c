import { messages } from '../../contract/messages.ts'
import { originOf } from '../answers/documents.ts'
import { isHeld, notModified } from '../answers/etag.ts'
import { messageOnWire, messageReader } from '../answers/messages.ts'
import { forbidden, notFound } from '../answers/problem.ts'
import { jsonRows, pagesOf } from '../answers/streamRows.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { Db } from '../db/schema.ts'
import { demandPost, holdChat, mayDelete, newVersion, type OwnChat, ownChat } from '../rules/chats.ts'
import { takeFiles } from '../rules/messageFiles.ts'
import { on } from './route.ts'

/** What is said in chats (api.md § Chat messages). Each write is one transaction with the check that allows it. */
export const messageRoutes = [
  on(messages.list, async ({ params: { chat_id }, caller, db, timeZone, request, bigLists }) => {
    const own = await ownChat(db, caller, chat_id)
    const tag = tagOf(own, caller)
    if (isHeld(request, tag)) return notModified(tag)
    const showing = { origin: originOf(request), timeZone, upTo: own.chat.version }
    const read = messageReader(db, caller, own, showing)
    const pages = pagesOf(after => read({ chat_id, after }))
    return bigLists.answer(jsonRows(pages), tag)
  }),

  on(messages.send, async ({ params: { chat_id }, body, caller, db, clock, timeZone, request }) =>
    db.transaction().execute(async trx => {
      const own = await holdChat(trx, caller, chat_id)
      demandPost(own)
      const withFiles = 'with_files' in body && body.with_files === true
      if (withFiles && own.chat.files_allowed === 0) throw forbidden('This chat takes no files.')
      const now = clock()
      const version = await newVersion(trx, chat_id)
      const { id } = await trx
        .insertInto('messages')
        .values({
          chat_id,
          user_id: caller.userId,
          text: body.text,
          sent_at: new Date(now).toISOString(),
          version,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (withFiles) await takeFiles(trx, caller, { id, chat_id, key: body.message_key }, now)
      if (body.poll) await addPoll(trx, { id, chat_id }, body.poll)
      const showing = { origin: originOf(request), timeZone, isNew: true }
      return messageOnWire(trx, caller, own, { chat_id, message_id: id }, showing)
    }),
  ),

  on(messages.remove, async ({ params: { chat_id, message_id }, caller, db }) =>
    db.transaction().execute(async trx => {
      const { grant } = await holdChat(trx, caller, chat_id)
      const message = await messageIn(trx, chat_id, message_id)
      if (!mayDelete(message, grant, caller)) {
        throw forbidden('Only who wrote a message and administrators of the chat delete it.')
      }
      await newVersion(trx, chat_id)
      // Poll, votes, reactions and files go by the foreign keys of the store.
      await trx.deleteFrom('messages').where('id', '=', message_id).execute()
      return undefined
    }),
  ),
]

/** The message of this id in this chat; of another chat it is none (cases 33). */
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
 * Says without reading a message which messages the caller would be shown: what they are by the chat's version, whether
 * they may delete them by their grant. The day it was made tells a chat from one of a database that was made anew.
 */
function tagOf({ chat, grant }: OwnChat, { userId }: Caller): string {
  const made = Date.parse(chat.created_at).toString(36)
  return `"${[chat.id, made, chat.version, userId, grant.admin ? 'a' : 'm'].join('-')}"`
}

async function addPoll(
  trx: Db,
  message: { id: number; chat_id: number },
  poll: { is_anonymous: boolean; is_multiple_choice: boolean; options: string[] },
): Promise<void> {
  const { id: poll_id } = await trx
    .insertInto('polls')
    .values({
      message_id: message.id,
      chat_id: message.chat_id,
      is_anonymous: poll.is_anonymous ? 1 : 0,
      is_multiple_choice: poll.is_multiple_choice ? 1 : 0,
      closes_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('poll_options')
    .values(poll.options.map(text => ({ poll_id, text })))
    .execute()
}
