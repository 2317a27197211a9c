import type { NotSentReason } from '../../contract/scheduledMessages.ts'
import { isUnavailable, transact } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import { createChangeLog } from '../live/changes.ts'
import type { Live } from '../live/live.ts'
import { findOwnChat, mayPost, type OwnChat } from '../policy/chats.ts'
import { insertMessage, lockChat } from './chats.ts'

type SendingContext = {
  db: Db
  clock: () => number
  live: Live
  report?: ((error: unknown) => void) | undefined
}

/** Per run. The others follow in the next run. */
const maxMessagesPerRun = 1000

/** In ms. */
const sendingInterval = 3000

/**
 * Sends each message whose time has come, in its own transaction. Every process may call this: the one that deletes
 * the row sends it.
 */
export async function sendDueMessages({ db, clock, live, report }: SendingContext): Promise<void> {
  const due = await db
    .selectFrom('scheduled_messages')
    .select(['id', 'chat_id', 'user_id', 'text'])
    .where('send_at', '<=', new Date(clock()).toISOString())
    .where('not_sent_reason', 'is', null)
    .orderBy('send_at')
    .orderBy('id')
    .limit(maxMessagesPerRun)
    .execute()
  for (const row of due) {
    try {
      const changes = await transact(db, async trx => {
        const { changes, ...log } = createChangeLog(trx, { now: clock(), write_id: undefined })
        await sendOrRefuse(trx, row, clock(), log)
        await live.notifyInTransaction(trx, changes)
        return changes
      })
      live.publishCommitted(changes)
    } catch (error) {
      // One message must not stop the others.
      if (isUnavailable(error)) throw error
      report?.(error)
    }
  }
}

type DueMessage = { id: number; chat_id: number | null; user_id: number; text: string }

async function sendOrRefuse(
  trx: Db,
  { id, chat_id, user_id, text }: DueMessage,
  now: number,
  { changed }: Pick<ReturnType<typeof createChangeLog>, 'changed'>,
): Promise<void> {
  if (chat_id !== null) await lockChat(trx, chat_id)
  const ownChat = chat_id === null ? undefined : await findOwnChat(trx, user_id, chat_id)
  if (chat_id === null || !ownChat || !mayPost(ownChat.chat, ownChat.grant)) {
    const { numUpdatedRows } = await trx
      .updateTable('scheduled_messages')
      .set({ not_sent_reason: await findReason(trx, chat_id, ownChat) })
      .where('id', '=', id)
      .where('not_sent_reason', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) changed('scheduledMessage', { user_id })
    return
  }
  const { numDeletedRows } = await trx
    .deleteFrom('scheduled_messages')
    .where('id', '=', id)
    .where('not_sent_reason', 'is', null)
    .executeTakeFirstOrThrow()
  // Another process has sent it, or its author has cancelled it.
  if (numDeletedRows === 0n) return
  const { version } = await insertMessage(trx, { chat_id, user_id, text }, now)
  changed('message', { chat_id, version })
  changed('chat', { chat_id, version })
  changed('scheduledMessage', { user_id })
}

async function findReason(
  trx: Db,
  chatId: number | null,
  ownChat: OwnChat | undefined,
): Promise<NotSentReason> {
  if (ownChat) return 'may_not_write'
  // The chat may have been deleted since the row was read.
  const chat =
    chatId === null
      ? undefined
      : await trx.selectFrom('chats').select('id').where('id', '=', chatId).executeTakeFirst()
  return chat ? 'not_a_member' : 'chat_deleted'
}

/** Runs `sendDue` every few seconds. Returns a function that waits for the last run. */
export function startSending(
  sendDue: () => Promise<void>,
  report: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= sendDue()
      .catch((error: unknown) => {
        // Requests report an unavailable database.
        if (!isUnavailable(error)) report(error)
      })
      .finally(() => {
        running = undefined
      })
  }, sendingInterval)
  return async () => {
    clearInterval(timer)
    await running
  }
}
