import * as z from 'zod/mini'
import type { DraftKind } from '../../../outbox/Drafts.ts'

const PollDraft = z.object({
  question: z.string(),
  options: z.array(z.string()),
  anonymous: z.boolean(),
  several: z.boolean(),
})

/** A poll that is being made. */
export type PollDraft = z.output<typeof PollDraft>

export const blankPoll: PollDraft = { question: '', options: ['', ''], anonymous: false, several: false }

/** One for each chat, by its id. */
export const pollDraft: DraftKind<PollDraft> = {
  name: 'pollDraft',
  value: PollDraft,
  isEmpty: ({ question, options }) => [question, ...options].every(text => text.trim() === ''),
}
