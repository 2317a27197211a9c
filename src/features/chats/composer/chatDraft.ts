import * as z from 'zod/mini'
import { type DraftKind, KeptFile } from '../../../outbox/Drafts.ts'

/** A message that is not sent yet. */
export const ChatDraft = z.object({ text: z.string(), files: z.array(KeptFile) })
export type ChatDraft = z.output<typeof ChatDraft>

export const chatDraft: DraftKind<ChatDraft> = {
  name: 'chatDraft',
  value: ChatDraft,
  isEmpty: ({ text, files }) => text.trim() === '' && files.length === 0,
}

export const draftKey = (chatId: number): string => String(chatId)

export const sameDraft = (one: ChatDraft, other: ChatDraft): boolean =>
  JSON.stringify(ChatDraft.parse(one)) === JSON.stringify(ChatDraft.parse(other))

export const noDraft: ChatDraft = { text: '', files: [] }

/** Both, one under the other. */
export const joinedDraft = (first: ChatDraft, then: ChatDraft): ChatDraft => ({
  text: [first.text, then.text].filter(text => text !== '').join('\n'),
  files: [...first.files, ...then.files],
})
