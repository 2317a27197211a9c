import { z } from 'zod/mini'
import type { Write } from '../../../outbox/queue/Writes.ts'
import type { StoredFile } from '../../../outbox/storage/fileStore.ts'
import type { CorrectionSnapshot } from './correctionDraft.ts'

/** Field of the base version of a queued correction. Without IDs, because an ID would keep a sent file stored. */
const Base = z.object({ queuedFiles: z.array(z.object({ name: z.string(), size: z.number() })) })

/** Returns the field with the files that are queued with a correction. */
export const toQueuedFiles = (files: readonly StoredFile[]): z.output<typeof Base> => ({
  queuedFiles: files.map(({ name, size }) => ({ name, size })),
})

/**
 * Returns the names of files that the pupil already has from this correction: another teacher returned theirs after
 * these were sent. The service of api.md can't delete them.
 */
export function findSentFiles(writes: readonly Pick<Write, 'base'>[], remote: CorrectionSnapshot): string[] {
  const files = writes.flatMap(({ base }) => Base.safeParse(base).data?.queuedFiles ?? [])
  return files.flatMap(({ name, size }) => {
    const isSent = remote.correction_files?.some(file => file.name === name && file.size === size)
    return isSent ? name : []
  })
}
