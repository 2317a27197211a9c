import { z } from 'zod/mini'
import { endpoint, noContent, one, rows } from './endpoint.ts'
import { Message, messages, nonEmptyText } from './messages.ts'
import { DateTime, Id } from './wire.ts'

/** Number of days in advance that a message can be scheduled. */
export const maxDaysAhead = 60

/** Maximum number of scheduled messages of a user. */
export const maxScheduledMessages = 100

/**
 * A message that the service sends at `send_at`, or later if it was not running then. Until then only its author sees
 * it. The service does not send it if the author can't write in the chat at that time. It then stays with its reason
 * until the author deletes it. It is deleted with its author.
 */
export const ScheduledMessage = z.looseObject({
  id: Id,
  /** Null if the chat was deleted. */
  chat_id: z.nullable(Id),
  /** When the message was scheduled. */
  chat_name: z.string(),
  text: z.string(),
  send_at: DateTime,
  created_at: DateTime,
  /** `chat_deleted`, `not_a_member` or `may_not_write`. Null before `send_at`. */
  not_sent_reason: z.nullable(z.string()),
})
export type ScheduledMessage = z.output<typeof ScheduledMessage>

export type NotSentReason = 'chat_deleted' | 'not_a_member' | 'may_not_write'

const without =
  'extension: a message that is sent at a given time; without it the app offers no “Send later”. A service that ignores an unknown `send_at` would send at once, so it is no field of messages.send'

const list = endpoint('GET /me/scheduled_messages', 'The caller’s messages that are not sent yet', {
  resource: 'scheduledMessage',
  scope: 'chats.messages',
  response: rows(ScheduledMessage),
  assumed: without,
})

export const scheduledMessages = {
  list,
  /** Text only. Quotes are text, and files can't be scheduled. */
  create: endpoint('POST /chats/:chat_id/scheduled_messages', 'Schedules a text', {
    resource: 'scheduledMessage',
    scope: 'chats.messages',
    body: z.object({
      text: nonEmptyText,
      /** In the future, at most `maxDaysAhead`. With the offset from UTC. */
      send_at: z.iso.datetime({ offset: true, error: 'must be a time with its offset from UTC' }),
    }),
    response: one(ScheduledMessage),
    invalidates: ['scheduledMessage'],
    patches: [{ target: list, addsRow: true }],
    assumed: without,
  }),
  remove: endpoint(
    'DELETE /me/scheduled_messages/:scheduled_message_id',
    'Cancels a message that is not sent yet',
    {
      resource: 'scheduledMessage',
      scope: 'chats.messages',
      response: noContent,
      invalidates: ['scheduledMessage'],
      assumed: without,
    },
  ),
  sendNow: endpoint(
    'POST /chats/:chat_id/scheduled_messages/:scheduled_message_id/send',
    'Sends a scheduled message at once',
    {
      resource: 'scheduledMessage',
      scope: 'chats.messages',
      response: one(Message),
      invalidates: ['scheduledMessage', 'message', 'chat'],
      patches: [{ target: messages.list, addsRow: true }],
      assumed: without,
    },
  ),
}
