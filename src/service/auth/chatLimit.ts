import { forbidden } from '../../http/problem.ts'
import type { createWindows } from './fixedWindow.ts'

const dayMs = 24 * 3_600_000
const maxChatsADay = 20

export type ChatLimit = ReturnType<typeof createChatLimit>

/** Chats that a pupil creates (rule 50). Deleted chats count, because their members were notified. */
export function createChatLimit(windows: ReturnType<typeof createWindows>) {
  const byUser = windows('chats of', { limit: maxChatsADay, windowMs: dayMs })
  return {
    /** Throws 403. The app would repeat a request that gets 429. */
    async countChat(userId: number): Promise<void> {
      const { allowed } = await byUser.add(String(userId))
      if (!allowed) throw forbidden(`Pupils create at most ${maxChatsADay} chats a day. Try again tomorrow.`)
    },
  }
}
