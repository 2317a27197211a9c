import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useDelivery, useEntries, useOpenDelivery } from '../../../delivery/DeliveryContext.ts'
import { type Entry, isUnfinished } from '../../../delivery/entries/Entry.ts'
import { getUploads } from './createUploads.ts'
import type { PickedFiles } from './planUploads.ts'
import { createCleanupEntry, getUploadPrefix } from './uploadItems.ts'

/** Suspends until the delivery is open. */
export function useUploads(courseId: number) {
  const delivery = useDelivery()
  const { entries } = delivery
  const uploads = getUploads(delivery, useQueryClient())
  const state = useSyncExternalStore(uploads.subscribe, uploads.getState)
  const items = useEntries(getUploadPrefix(courseId))
  const isStoring = state.storing !== undefined
  useEffect(() => {
    if (!isStoring) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isStoring])
  const cancel = async (item: Entry) => {
    const cleanup = createCleanupEntry(item)
    if ((await entries.abort(item.id)) && cleanup) await entries.add([cleanup])
  }
  return {
    ...state,
    items,
    isPersisted: delivery.isPersistent(),
    cancel,
    async cancelAll() {
      for (const item of items.filter(isUnfinished)) await cancel(item)
    },
    retry: (id: string) => entries.retry(id),
    dismissNotices: uploads.dismissNotices,
    dismissGroups: uploads.dismissGroups,
  }
}

/** Opens the delivery when files are picked. */
export function useAddUploads(courseId: number) {
  const client = useQueryClient()
  const openDelivery = useOpenDelivery()
  return async (picked: PickedFiles, folderId: number): Promise<void> =>
    getUploads(await openDelivery(), client).add(courseId, picked, folderId)
}
