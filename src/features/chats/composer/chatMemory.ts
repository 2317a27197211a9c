import * as z from 'zod/mini'
import type { DraftKind } from '../../../outbox/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { draftKey } from './chatDraft.ts'

const Written = z.object({ at: z.number() })

/** That this person wrote in a chat from this browser, and when last, Unix ms. Kept by the outbox, lost at sign-out. */
export const chatMemory: DraftKind<z.output<typeof Written>> = {
  name: 'chatWritten',
  value: Written,
  isEmpty: ({ at }) => at === 0,
  memory: true,
}

export async function rememberWritten(outbox: Outbox, chatId: number, now: number): Promise<void> {
  const memory = await outbox.drafts.open(chatMemory, draftKey(chatId))
  try {
    for (const { id } of memory.state().forks) await memory.dropFork(id)
    memory.set({ at: now })
    await memory.flush()
  } finally {
    memory.close()
  }
}

/** Whether this person wrote in a chat from this browser before. */
export async function wroteBefore(outbox: Outbox, chatId: number): Promise<boolean> {
  const memory = await outbox.drafts.open(chatMemory, draftKey(chatId))
  const { value, forks } = memory.state()
  memory.close()
  return value !== undefined || forks.length > 0
}
