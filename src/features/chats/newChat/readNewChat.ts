import type * as z from 'zod/mini'
import { NewChat } from '../../../contract/chats.ts'
import type { NewChatDraft } from './newChatDraft.ts'

/** What is wrong with the name. `said`: the service's own sentence. */
export type NameProblem = 'missing' | 'tooLong' | { said: string }

export const longestName = 200

/** The body of a new chat, checked with the endpoint's own schema. */
export function readNewChat(
  draft: NewChatDraft,
): { body: z.output<typeof NewChat> } | { problem: NameProblem } {
  const { success, data } = NewChat.safeParse({
    name: draft.name,
    broadcast_only: draft.broadcast,
    files_allowed: draft.files,
  })
  if (success) return { body: data }
  return { problem: draft.name.trim() === '' ? 'missing' : 'tooLong' }
}
