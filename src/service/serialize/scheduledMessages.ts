import type { Selectable } from 'kysely'
import type { ScheduledMessage } from '../../contract/scheduledMessages.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import type { ScheduledMessages } from '../db/schema.ts'

export const serializeScheduledMessage = (
  { id, chat_id, chat_name, text, send_at, created_at, not_sent_reason }: Selectable<ScheduledMessages>,
  timeZone: string,
): ScheduledMessage => ({
  ...{ id, chat_id, chat_name, text, not_sent_reason },
  send_at: isoDateTime(Date.parse(send_at), timeZone),
  created_at: isoDateTime(Date.parse(created_at), timeZone),
})
