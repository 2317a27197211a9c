import { z } from 'zod/mini'
import { ApiError } from '../../../api/ApiError.ts'
import { files } from '../../../contract/files.ts'
import type { WriteKind } from '../../../outbox/Writes.ts'

const LeftSeen = z.object({ empty: z.boolean() })

/**
 * Deletes the entry that was made for an upload nobody wants any more. Looked at before it goes: where something was
 * uploaded to it after all, it stays.
 */
export const fileTakeBackWrite: WriteKind<typeof files.remove, z.output<typeof LeftSeen>> = {
  name: 'fileTakeBack',
  endpoint: files.remove,
  bulk: true,
  seen: LeftSeen,
  async look({ course_id, file_id }, call) {
    try {
      return { empty: (await call(files.get, { course_id, file_id })).document === null }
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return { empty: false }
      throw error
    }
  },
  judge: ({ now }) => (now.empty ? 'send' : 'done'),
}
