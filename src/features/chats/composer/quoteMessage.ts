import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { chatDraft, draftKey, getMessageQueue } from '../messageQueue.ts'
import type { Quote } from '../quote.ts'

/** Puts a quote into the draft of a chat, instead of an earlier quote. The message can then be written in this tab. */
export function quoteMessage(outbox: Outbox, chatId: number, quote: Quote): Promise<void> {
  return withDraft(outbox, chatDraft, draftKey(chatId), async draft => {
    await draft.takeOwnership()
    getMessageQueue(outbox, chatId).change(draft, () => ({ quote }))
  })
}
