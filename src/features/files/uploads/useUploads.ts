import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isRecord } from '../../../lib/isRecord.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOpenOutbox, useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { uploadsOf } from './createUploads.ts'
import { fileTakeBackWrite, uploadLanes } from './fileWrites.ts'
import type { Picked } from './planUploads.ts'
import { isIn, type UploadItem, uploadItems } from './uploadItems.ts'

/**
 * Returns the picked files of a class, the question about them, and their uploads. Suspends until the outbox is open.
 */
export function useUploads(courseId: number) {
  const outbox = useOutbox()
  const client = useQueryClient()
  const uploads = uploadsOf(outbox, client)
  const state = useSyncExternalStore(uploads.subscribe, uploads.state)
  const writes = useWrites(uploadLanes(courseId))
  const items = useMemo(() => uploadItems(writes), [writes])
  const byId = (id: string) => items.filter(item => item.id === id)
  const isKeeping = state.keeping !== undefined
  useEffect(() => {
    if (!isKeeping) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isKeeping])
  return {
    ...state,
    items,
    kept: outbox.kept(),
    cancel: (id: string) => takeBackUploads(outbox.writes, byId(id), items),
    cancelAll: () => takeBackUploads(outbox.writes, items, items),
    /** Sends failed requests again. */
    async retry(id: string) {
      for (const { creation, upload, takeBack } of byId(id)) {
        for (const write of [creation, upload, takeBack]) if (write) await outbox.writes.retry(write.id)
      }
    },
    forgetSaid: uploads.forgetSaid,
    sayUnsupported: uploads.sayUnsupported,
    dismiss: uploads.dismiss,
  }
}

type Writes = Outbox['writes']

/**
 * Cancels uploads. Unsent requests are removed, a pending upload is aborted, and the entry of a file is deleted. A
 * folder that exists remains. One that does not is cancelled with all its content.
 */
export async function takeBackUploads(
  writes: Writes,
  taken: readonly UploadItem[],
  all: readonly UploadItem[],
): Promise<void> {
  const items = new Set(taken.filter(({ state }) => state !== 'done'))
  // The loop also visits items that it adds, for nested folders.
  for (const item of items) {
    for (const inner of item.isFolder ? all : []) if (isIn(inner, item)) items.add(inner)
  }
  const unsent = [...items].filter(({ creation }) => creation && !isSent(creation))
  const ids = unsent.flatMap(partsOf).map(({ id }) => id)
  // In one step: otherwise an entry without an upload would stay empty, or a file without a folder would never be sent.
  const together = ids.length > 0 && (await writes.cancel(...ids))
  const left = together ? [...items].filter(item => !unsent.includes(item)) : [...items]
  for (const item of left.reverse()) await takeBack(writes, item)
}

async function takeBack(writes: Writes, item: UploadItem): Promise<void> {
  const { id, group, creation, upload } = item
  if (creation && !isSent(creation) && (await writes.cancel(...partsOf(item).map(write => write.id)))) return
  if (creation && upload && !item.takeBack) {
    const course_id = courseOf(creation)
    if (course_id === undefined) return
    const file_id = { madeBy: creation.id, part: 'id' }
    await writes.add(fileTakeBackWrite, { input: { course_id, file_id }, lane: id, group })
  }
  if (upload) await writes.abandon(upload.id)
}

const partsOf = ({ creation, upload, takeBack }: UploadItem): Write[] =>
  [creation, upload, takeBack].filter(write => write !== undefined)

const isSent = ({ state }: Write) => state === 'done' || state === 'sending'

const courseOf = ({ input }: Write): number | undefined => {
  const { course_id } = isRecord(input) ? input : {}
  return typeof course_id === 'number' ? course_id : undefined
}

/** Returns a function that uploads picked files to a folder of a class. The outbox is opened when files are picked. */
export function useAddUploads(courseId: number) {
  const client = useQueryClient()
  const openOutbox = useOpenOutbox()
  return async (
    picked: readonly Picked[],
    folderId: number,
    unreadable: readonly string[] = [],
  ): Promise<void> => uploadsOf(await openOutbox(), client).add(courseId, { picked, unreadable }, folderId)
}
