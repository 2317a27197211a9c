import * as z from 'zod/mini'
import type { DraftKind } from '../../../outbox/Drafts.ts'

const NewChatDraft = z.object({ name: z.string(), broadcast: z.boolean(), files: z.boolean() })

/** What the form holds. */
export type NewChatDraft = z.output<typeof NewChatDraft>

/** There is one: what was typed and not created yet. */
export const newChatKey = 'new'

export const blankChat: NewChatDraft = { name: '', broadcast: false, files: true }

/** Survives a reload. No more than a few words: signing out asks nobody about them. */
export const newChatDraft: DraftKind<NewChatDraft> = {
  name: 'newChat',
  value: NewChatDraft,
  isEmpty: ({ name }) => name.trim() === '',
  memory: true,
}
