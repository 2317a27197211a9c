import type { Delivery } from '../../../delivery/Delivery.ts'
import { withDraft } from '../../../delivery/drafts/acquireDraft.ts'
import { chatDraft, draftKey, emptyDraft } from '../messageDraft.ts'
import type { Quote } from '../quote.ts'

/** Puts a quote into the draft of a chat, instead of an earlier quote. */
export function quoteMessage(delivery: Delivery, chatId: number, quote: Quote): Promise<void> {
  return withDraft(delivery, chatDraft, draftKey(chatId), async draft => {
    draft.set({ ...(draft.state().value ?? emptyDraft), quote })
  })
}
