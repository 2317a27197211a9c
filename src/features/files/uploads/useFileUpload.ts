import { useEntries } from '../../../delivery/DeliveryContext.ts'
import type { Entry } from '../../../delivery/entries/Entry.ts'
import { isUploadTo, uploadsPrefix } from './uploadItems.ts'

/** Returns the unfinished upload to an entry, if this device has one. Suspends until the delivery is open. */
export const useFileUpload = (fileId: number): Entry | undefined =>
  useEntries(uploadsPrefix).find(entry => isUploadTo(entry, fileId))
