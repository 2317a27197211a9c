import { useQueryClient } from '@tanstack/react-query'
import { lazyChunk } from '../../../lib/lazyChunk.ts'
import { useOpenOutbox } from '../../../outbox/OutboxContext.ts'
import type { Picked } from './Picked.ts'

/** Takes what was picked for a folder of a class. Nothing waits for the outbox, and its code comes, until somebody picks. */
export function useAddUploads(
  courseId: number,
): (picked: readonly Picked[], folderId: number) => Promise<void> {
  const client = useQueryClient()
  const openOutbox = useOpenOutbox()
  return async (picked, folderId) => {
    const [{ uploadsOf }, outbox] = await Promise.all([
      lazyChunk(() => import('./uploadsOf.ts')),
      openOutbox(),
    ])
    await uploadsOf(outbox, client).add(courseId, picked, folderId)
  }
}
