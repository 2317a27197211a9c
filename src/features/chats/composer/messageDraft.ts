import * as z from 'zod/mini'
import { type DraftKind, KeptFile } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

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

export const linesOf = ({ text, files }: ChatDraft): readonly string[] => [
  text,
  ...files.map(({ name }) => harmlessName(name)),
]

/** Both, one under the other. */
export const joinedDraft = (first: ChatDraft, then: ChatDraft): ChatDraft => ({
  text: [first.text, then.text].filter(text => text !== '').join('\n'),
  files: [...first.files, ...then.files],
})

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
    memory.set({ at: now })
    await memory.flush()
  } finally {
    memory.close()
  }
}

export async function wroteBefore(outbox: Outbox, chatId: number): Promise<boolean> {
  const memory = await outbox.drafts.open(chatMemory, draftKey(chatId))
  const { value } = memory.state()
  memory.close()
  return value !== undefined
}
