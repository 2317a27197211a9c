import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useWrites } from '../../../outbox/useWrites.ts'
import type { Picked } from './Picked.ts'
import { takeBackUploads } from './takeBackUploads.ts'
import { uploadItems } from './uploadItems.ts'
import { uploadLanes } from './uploadLane.ts'
import { uploadsOf } from './uploadsOf.ts'

/** What was picked for a class, what is asked about it, and what of it is on its way. Suspends until the outbox is open. */
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
    /** Keeps files and folders for sending into this folder of the class; asks first where a name is taken. */
    add: (picked: readonly Picked[], folderId: number) => uploads.add(courseId, picked, folderId),
    cancel: (id: string) => takeBackUploads(outbox.writes, byId(id), items),
    cancelAll: () => takeBackUploads(outbox.writes, items, items),
    /** Sends what failed once more. */
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
