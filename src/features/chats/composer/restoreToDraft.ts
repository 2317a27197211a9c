import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import { runExclusive } from '../../../outbox/runExclusive.ts'
import {
  type ChatDraft,
  chatDraft,
  draftKey,
  emptyDraft,
  getMessageQueue,
  isSameDraft,
  joinDrafts,
} from '../messageQueue.ts'

/**
 * Puts a message back into the draft, which is stored first, and then withdraws the message. Runs in one tab at a
 * time, so that it is restored once. Resolves to false, without a change of the draft, if `withdraw` does. Throws
 * `StorageError` if the draft can't be stored.
 */
export function restoreToDraft(
  outbox: Outbox,
  chatId: number,
  message: ChatDraft,
  withdraw: () => Promise<boolean>,
): Promise<boolean> {
  return withDraft(outbox, chatDraft, draftKey(chatId), draft =>
    runExclusive('staffroom:send-messages', async () => {
      const queue = getMessageQueue(outbox, chatId)
      await queue.idle()
      await draft.takeOwnership()
      const before = draft.state().value ?? emptyDraft
      const after = joinDrafts(message, before, '\n\n')
      draft.set(after)
      let isWithdrawn = false
      try {
        if (!(await draft.flush())) throw new StorageError('the draft was not stored')
        isWithdrawn = await withdraw()
      } finally {
        // The message still exists. With a copy in the field, it would be sent twice.
        if (!isWithdrawn)
          queue.change(draft, now => (isSameDraft(now, after) ? { ...emptyDraft, ...before } : {}))
      }
      await draft.flush()
      return isWithdrawn
    }),
  )
}
