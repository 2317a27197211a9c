import * as z from 'zod/mini'
import type { DraftKind } from '../../delivery/drafts/Drafts.ts'
import { StoredFile } from '../../delivery/storage/fileStore.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { mergeRemindedIds, RemindedIds } from '../homework/reminders/remindedIds.ts'
import { joinQuote, Quote } from './quote.ts'

export const ChatDraft = z.object({
  text: z.string(),
  files: z.array(StoredFile),
  quote: z.optional(Quote),
  remindsOf: z.optional(RemindedIds),
  /** Text of the option if the message asks for confirmation, in the sender's language. */
  confirmText: z.optional(z.string()),
})
export type ChatDraft = z.output<typeof ChatDraft>

export const chatDraft: DraftKind<ChatDraft> = {
  name: 'chatDraft',
  value: ChatDraft,
  // A user may ask for confirmation before typing the text.
  isEmpty: draft => !hasText(draft) && draft.confirmText === undefined,
}

export const draftKey = (chatId: number): string => String(chatId)

/** Whether the field shows more than the request for confirmation. */
export const hasText = (draft: ChatDraft): boolean => hasContent(draft) || draft.quote !== undefined

/** Whether it can be sent. A quote needs an answer. */
export const hasContent = ({ text, files }: ChatDraft): boolean => text.trim() !== '' || files.length > 0

/** Returns the text to send. */
export const getMessageText = ({ text, quote }: ChatDraft): string => joinQuote(quote, text.trim())

export const isSameDraft = (one: ChatDraft, other: ChatDraft): boolean =>
  JSON.stringify(ChatDraft.parse(one)) === JSON.stringify(ChatDraft.parse(other))

/** Has all keys, so that it also replaces the optional values of another draft. */
export const emptyDraft: ChatDraft & Record<keyof ChatDraft, unknown> = {
  text: '',
  files: [],
  quote: undefined,
  remindsOf: undefined,
  confirmText: undefined,
}

export const getDraftLines = ({ text, files, quote }: ChatDraft): readonly string[] => [
  joinQuote(quote, text),
  ...files.map(({ name }) => sanitizeName(name)),
]

/** A draft has one quote. The quote of the second draft becomes text. */
export function joinDrafts(first: ChatDraft, second: ChatDraft): ChatDraft {
  const remindsOf = mergeRemindedIds(first.remindsOf, second.remindsOf)
  const confirmText = first.confirmText ?? second.confirmText
  const purpose = {
    ...(remindsOf !== undefined && { remindsOf }),
    ...(confirmText !== undefined && { confirmText }),
  }
  if (!hasText(first)) return { ...second, ...purpose }
  const secondText = joinQuote(second.quote, second.text)
  return {
    text: [first.text, secondText].filter(text => text.trim() !== '').join('\n\n'),
    files: [...first.files, ...second.files],
    quote: first.quote,
    ...purpose,
  }
}

/** A user who empties the field has abandoned the reminder. Their next message is another one. */
export const withoutStaleReminder = ({ remindsOf, ...draft }: ChatDraft): ChatDraft =>
  remindsOf === undefined || !hasText(draft) ? draft : { ...draft, remindsOf }
