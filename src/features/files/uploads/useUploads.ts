import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isRecord } from '../../../lib/isRecord.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOpenOutbox, useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { getUploads } from './createUploads.ts'
import { fileCleanupWrite, uploadLanePrefix } from './fileWrites.ts'
import type { PickedFiles } from './planUploads.ts'
import { getUploadItems, isInFolder, type UploadItem } from './uploadItems.ts'

/** Suspends until the outbox is open. */
export function useUploads(courseId: number) {
  const outbox = useOutbox()
  const client = useQueryClient()
  const uploads = getUploads(outbox, client)
  const state = useSyncExternalStore(uploads.subscribe, uploads.getState)
  const writes = useWrites(uploadLanePrefix(courseId))
  const items = useMemo(() => getUploadItems(writes), [writes])
  const findItems = (id: string) => items.filter(item => item.id === id)
  const isStoring = state.storing !== undefined
  useEffect(() => {
    if (!isStoring) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isStoring])
  return {
    ...state,
    items,
    isPersisted: outbox.isPersistent(),
    cancel: (id: string) => cancelUploads(outbox.writes, findItems(id), items),
    cancelAll: () => cancelUploads(outbox.writes, items, items),
    async retry(id: string) {
      for (const write of findItems(id).flatMap(getWrites)) await outbox.writes.retry(write.id)
    },
    dismissNotices: uploads.dismissNotices,
    markAsUnsupported: uploads.markAsUnsupported,
    dismissGroups: uploads.dismissGroups,
  }
}

type Writes = Outbox['writes']

/**
 * Removes unsent requests, aborts an upload in flight, and deletes the entry of a file. An existing folder remains.
 * Another folder is cancelled with its content.
 */
export async function cancelUploads(
  writes: Writes,
  selected: readonly UploadItem[],
  all: readonly UploadItem[],
): Promise<void> {
  const items = new Set(selected.filter(({ state }) => state !== 'done'))
  // The loop also visits items that it adds, for nested folders.
  for (const item of items) {
    if (!item.isFolder) continue
    for (const child of all) if (isInFolder(child, item)) items.add(child)
  }
  const unsent = [...items].filter(({ creation }) => creation && !isSent(creation))
  const ids = unsent.flatMap(getWrites).map(({ id }) => id)
  // Otherwise an entry could remain without its upload, or a file without its folder.
  const areUnsentRemoved = ids.length > 0 && (await writes.cancel(...ids))
  const remaining = areUnsentRemoved ? [...items].filter(item => !unsent.includes(item)) : [...items]
  for (const item of remaining.reverse()) await cancelUpload(writes, item)
}

async function cancelUpload(writes: Writes, item: UploadItem): Promise<void> {
  const { id, group, creation, upload } = item
  if (creation && !isSent(creation) && (await writes.cancel(...getWrites(item).map(write => write.id))))
    return
  if (creation && upload && !item.cleanup) {
    const course_id = getCourseId(creation)
    if (course_id === undefined) return
    const file_id = { madeBy: creation.id, part: 'id' }
    await writes.add(fileCleanupWrite, { input: { course_id, file_id }, lane: id, group })
  }
  if (upload) await writes.abort(upload.id)
}

const getWrites = ({ creation, upload, cleanup }: UploadItem): Write[] =>
  [creation, upload, cleanup].filter(write => write !== undefined)

const isSent = ({ state }: Write) => state === 'done' || state === 'sending'

const getCourseId = ({ input }: Write): number | undefined => {
  const { course_id } = isRecord(input) ? input : {}
  return typeof course_id === 'number' ? course_id : undefined
}

/** Opens the outbox when files are picked. */
export function useAddUploads(courseId: number) {
  const client = useQueryClient()
  const openOutbox = useOpenOutbox()
  return async (picked: PickedFiles, folderId: number): Promise<void> =>
    getUploads(await openOutbox(), client).add(courseId, picked, folderId)
}
