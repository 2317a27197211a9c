import { relationLabel } from '../../contract/document.ts'
import { forbidden, invalid, Problem } from '../../http/problem.ts'
import { formatSize } from '../../lib/formatSize.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { type DocumentProperties, storeDocument } from '../db/storeDocument.ts'
import { minUnsentUploadTime } from '../policy/documents.ts'

const unsentLabel = relationLabel({ kind: 'newMessage' })

const maxUnsentBytes = 200 * 1024 * 1024
const maxFilesPerHour = 60
const hour = 3_600_000

/** Throws 403 for too many bytes, and 429 for too many uploads. `now` is in Unix ms. */
async function requireUploadQuota(trx: Db, userId: number, size: number, now: number): Promise<void> {
  const ownUploads = trx
    .selectFrom('documents')
    .where('related_to', '=', unsentLabel)
    .where('uploaded_by_user_id', '=', userId)
  const unsentSize = await ownUploads.select(({ fn }) => fn.sum('size').as('bytes')).executeTakeFirst()
  if (Number(unsentSize?.bytes ?? 0) + size > maxUnsentBytes) {
    const limitText = formatSize(maxUnsentBytes)
    throw forbidden(`Files that wait for their message may take ${limitText}. Send some, or wait a day.`)
  }
  const since = new Date(now - hour).toISOString()
  const recent = await ownUploads
    .where('uploaded_at', '>', since)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('uploaded_at').as('first')])
    .executeTakeFirst()
  if (Number(recent?.count ?? 0) < maxFilesPerHour) return
  const wait = Math.max(1, Math.ceil((Date.parse(recent?.first ?? since) + hour - now) / 1000))
  const message = `At most ${maxFilesPerHour} files an hour can wait for their message. Please wait ${Math.ceil(wait / 60)} min.`
  throw new Problem(429, 'too_many_uploads', message, { 'Retry-After': String(wait) })
}

/** Repeated uploads store one file. */
export async function storeUnsentUpload(
  trx: Db,
  file: DocumentProperties,
  options: Parameters<typeof storeDocument>[2] & { userId: number; messageKey: string | undefined },
): Promise<number> {
  await lockUploads(trx, options.userId)
  await deleteExpiredUploads(trx, options.uploadedAt)
  const store = async () => {
    await requireUploadQuota(trx, options.userId, file.size, options.uploadedAt)
    return storeDocument(trx, file, options)
  }
  if (options.messageKey === undefined) return store()
  const existing = await trx
    .selectFrom('documents')
    .select('id')
    .where('related_to', '=', unsentLabel)
    .where('uploaded_by_user_id', '=', options.userId)
    .where('message_key', '=', options.messageKey)
    .where('hash', '=', file.hash)
    .where('name', '=', file.name)
    .executeTakeFirst()
  return existing?.id ?? store()
}

/** An update without a change locks the row. */
async function lockUploads(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set(expression => ({ last_seen_at: expression.ref('last_seen_at') }))
    .where('id', '=', userId)
    .execute()
}

async function deleteExpiredUploads(trx: Db, now: number): Promise<void> {
  await trx
    .deleteFrom('documents')
    .where('related_to', '=', unsentLabel)
    .where('uploaded_at', '<', minUnsentUploadTime(now))
    .execute()
}

/** Throws 422 without uploads of this key, so that a repeated message does not appear without its files. */
export async function attachFiles(
  trx: Db,
  caller: Caller,
  message: { id: number; chat_id: number; key: string | undefined },
  now: number,
): Promise<void> {
  const ownUploads = trx
    .updateTable('documents')
    .set({
      related_to: relationLabel({ kind: 'message', messageId: message.id }),
      message_id: message.id,
      chat_id: message.chat_id,
    })
    .where('related_to', '=', unsentLabel)
    .where('uploaded_by_user_id', '=', caller.userId)
    .where('uploaded_at', '>=', minUnsentUploadTime(now))
  const { key } = message
  const attached = await (key === undefined
    ? ownUploads.where('message_key', 'is', null)
    : ownUploads.where('message_key', '=', key)
  ).executeTakeFirst()
  if (attached.numUpdatedRows === 0n) {
    throw invalid({ with_files: 'No files were uploaded for this message, or they were sent already.' })
  }
}
