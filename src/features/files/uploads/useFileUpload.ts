import { relationLabel } from '../../../contract/document.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { useWrites } from '../../../outbox/OutboxContext.ts'
import { uploadsPrefix } from './fileWrites.ts'
import { getUploadItems, type UploadItem } from './uploadItems.ts'

/** Returns the unfinished upload to an entry, if this device has one. Suspends until the outbox is open. */
export function useFileUpload(fileId: number): UploadItem | undefined {
  const writes = useWrites(uploadsPrefix)
  return getUploadItems(writes).find(item => item.state !== 'done' && isUploadTo(item, fileId))
}

function isUploadTo({ creation, upload }: UploadItem, fileId: number): boolean {
  if (!upload) return false
  if (isRecord(creation?.result) && creation.result.id === fileId) return true
  const { body } = isRecord(upload.input) ? upload.input : {}
  return isRecord(body) && body.related_to === relationLabel({ kind: 'file', fileId })
}
