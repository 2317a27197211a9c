import { maxDaysAhead, maxScheduledMessages, scheduledMessages } from '../../contract/scheduledMessages.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { insertMessage, lockChat } from '../content/chats.ts'
import type { Db } from '../db/schema.ts'
import { requireMayPost, requireOwnChat } from '../policy/chats.ts'
import { serializeChat } from '../serialize/chats.ts'
import { serializeMessage } from '../serialize/messages.ts'
import { serializeScheduledMessage } from '../serialize/scheduledMessages.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** The service sends them in content/dueMessages.ts (docs/decisions/069). */
export const scheduledMessageRoutes = [
  defineRoute(scheduledMessages.list, async ({ caller, db, timeZone }) => {
    const rows = await db
      .selectFrom('scheduled_messages')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .orderBy('id')
      .execute()
    return rows.map(row => serializeScheduledMessage(row, timeZone))
  }),

  defineWriteRoute(scheduledMessages.create, async context => {
    const { params, body, caller, db, changed, clock, timeZone, serializeContext } = context
    const { chat_id } = params
    requireMayPost(await requireOwnChat(db, caller, chat_id))
    const { userId: user_id } = caller
    const [now, sendAt] = [clock(), Date.parse(body.send_at)]
    if (sendAt <= now) throw invalid({ send_at: 'must be in the future' })
    if (sendAt > now + maxDaysAhead * dayMs) {
      throw invalid({ send_at: `must be within ${maxDaysAhead} days` })
    }
    await requireFewScheduled(db, user_id)
    const { name: chat_name } = await serializeChat(db, caller, chat_id, serializeContext)
    const row = await db
      .insertInto('scheduled_messages')
      .values({
        ...{ user_id, chat_id, chat_name, text: body.text },
        send_at: new Date(sendAt).toISOString(),
        created_at: new Date(now).toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    changed('scheduledMessage', { user_id })
    return serializeScheduledMessage(row, timeZone)
  }),

  defineWriteRoute(scheduledMessages.remove, async ({ params, caller, db, changed }) => {
    const { numDeletedRows } = await db
      .deleteFrom('scheduled_messages')
      .where('id', '=', params.scheduled_message_id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound()
    changed('scheduledMessage', { user_id: caller.userId })
    return undefined
  }),

  defineWriteRoute(
    scheduledMessages.sendNow,
    async ({ params, caller, db, changed, clock, serializeContext }) => {
      const { chat_id, scheduled_message_id } = params
      await lockChat(db, chat_id)
      const ownChat = await requireOwnChat(db, caller, chat_id)
      const { userId: user_id } = caller
      const scheduled = await db
        .deleteFrom('scheduled_messages')
        .where('id', '=', scheduled_message_id)
        .where('chat_id', '=', chat_id)
        .where('user_id', '=', user_id)
        .returning('text')
        .executeTakeFirst()
      if (!scheduled) throw notFound()
      requireMayPost(ownChat)
      const { id, version } = await insertMessage(db, { chat_id, user_id, text: scheduled.text }, clock())
      changed('message', { chat_id, version })
      changed('chat', { chat_id, version })
      changed('scheduledMessage', { user_id })
      return serializeMessage(
        db,
        caller,
        ownChat,
        { chat_id, message_id: id },
        { ...serializeContext, isNew: true },
      )
    },
  ),
]

const dayMs = 86_400_000

/** Concurrent requests may exceed the limit. */
async function requireFewScheduled(db: Db, userId: number): Promise<void> {
  const { count } = await db
    .selectFrom('scheduled_messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) < maxScheduledMessages) return
  throw invalid({ send_at: `at most ${maxScheduledMessages} messages can be scheduled` })
}
