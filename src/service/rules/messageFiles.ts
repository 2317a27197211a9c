import { relationLabel } from '../../contract/document.ts'
import { humanSize } from '../answers/documents.ts'
import { forbidden, invalid, Problem } from '../answers/problem.ts'
import type { Caller } from '../auth/caller.ts'
import type { StoredBytes } from '../db/documentStore.ts'
import type { Db } from '../db/schema.ts'
import { type DocumentFacts, storeDocument } from '../db/storeDocument.ts'

/** How long an upload waits for the message it is for, milliseconds. */
const waitsFor = 86_400_000

const unsent = relationLabel({ kind: 'newMessage' })

/** What was uploaded before this instant is not waited for any more. `now` in Unix milliseconds. */
export const oldestUnsent = (now: number): string => new Date(now - waitsFor).toISOString()

/** What one person may have uploaded for messages that are not sent: bytes at once, and files within an hour. */
const mostBytes = 200 * 1024 * 1024
const mostFiles = 60
const hour = 3_600_000

/** Throws 403 and 429 where an upload would be more than one person may have waiting. `now` in Unix milliseconds. */
async function demandRoom(trx: Db, userId: number, size: number, now: number): Promise<void> {
  const own = trx
    .selectFrom('documents')
    .where('related_to', '=', unsent)
    .where('uploaded_by_user_id', '=', userId)
  const waiting = await own.select(({ fn }) => fn.sum('size').as('bytes')).executeTakeFirst()
  if (Number(waiting?.bytes ?? 0) + size > mostBytes) {
    const most = humanSize(mostBytes)
    throw forbidden(`Files that wait for their message may take ${most}. Send some, or wait a day.`)
  }
  const since = new Date(now - hour).toISOString()
  const lately = await own
    .where('uploaded_at', '>', since)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('uploaded_at').as('first')])
    .executeTakeFirst()
  if (Number(lately?.count ?? 0) < mostFiles) return
  const wait = Math.max(1, Math.ceil((Date.parse(lately?.first ?? since) + hour - now) / 1000))
  const message = `At most ${mostFiles} files an hour can wait for their message. Please wait ${Math.ceil(wait / 60)} min.`
  throw new Problem(429, 'too_many_uploads', message, undefined, { 'Retry-After': String(wait) })
}

/**
 * Stores a file for a message and answers its id: of the same file under the same key there is one, so that an upload
 * whose answer was lost can be made again. Makes room of what nobody sent within a day.
 */
export async function storeUnsent(
  trx: Db,
  ready: DocumentFacts & StoredBytes,
  how: Parameters<typeof storeDocument>[2] & { userId: number; messageKey: string | undefined },
): Promise<number> {
  await lockUploads(trx, how.userId)
  await dropUnsent(trx, how.uploadedAt)
  const store = async () => {
    await demandRoom(trx, how.userId, ready.size, how.uploadedAt)
    return storeDocument(trx, ready, how)
  }
  if (how.messageKey === undefined) return store()
  const there = await trx
    .selectFrom('documents')
    .select('id')
    .where('related_to', '=', unsent)
    .where('uploaded_by_user_id', '=', how.userId)
    .where('message_key', '=', how.messageKey)
    .where('hash', '=', ready.hash)
    .where('name', '=', ready.name)
    .executeTakeFirst()
  return there?.id ?? store()
}

/** Makes other uploads of this person for a message wait until this one is stored. A write that changes nothing locks. */
async function lockUploads(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set(expression => ({ last_seen_at: expression.ref('last_seen_at') }))
    .where('id', '=', userId)
    .execute()
}

async function dropUnsent(trx: Db, now: number): Promise<void> {
  await trx
    .deleteFrom('documents')
    .where('related_to', '=', unsent)
    .where('uploaded_at', '<', oldestUnsent(now))
    .execute()
}

/**
 * Makes the caller's uploads the files of a message: those of its key, or without one those uploaded without. 422 where
 * there are none, so that the same message is not sent a second time without its files.
 */
export async function takeFiles(
  trx: Db,
  caller: Caller,
  message: { id: number; chat_id: number; key: string | undefined },
  now: number,
): Promise<void> {
  const own = trx
    .updateTable('documents')
    .set({
      related_to: relationLabel({ kind: 'message', messageId: message.id }),
      message_id: message.id,
      chat_id: message.chat_id,
    })
    .where('related_to', '=', unsent)
    .where('uploaded_by_user_id', '=', caller.userId)
    .where('uploaded_at', '>=', oldestUnsent(now))
  const { key } = message
  const taken = await (key === undefined
    ? own.where('message_key', 'is', null)
    : own.where('message_key', '=', key)
  ).executeTakeFirst()
  if (taken.numUpdatedRows === 0n) {
    throw invalid({ with_files: 'No files were uploaded for this message, or they were sent already.' })
  }
}
