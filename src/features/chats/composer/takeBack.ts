import { NotKept, type Outbox } from '../../../outbox/Outbox.ts'
import { withDraft } from '../../../outbox/withDraft.ts'
import { type ChatDraft, chatDraft, draftKey, noDraft, sameDraft } from './chatDraft.ts'
import { discardMessage } from './discardMessage.ts'
import { messageQueue } from './messageQueue.ts'
import { oneAtATime } from './oneAtATime.ts'
import type { MessageOnTheWay } from './sendingMessages.ts'

/**
 * Makes a draft again of a message that was not sent, its files with it. It is on disk as a draft before it leaves the
 * outbox. False when it was too late; throws `NotKept` when there is no room for the draft.
 */
export function takeBack(outbox: Outbox, chatId: number, message: MessageOnTheWay): Promise<boolean> {
  return withDraft(outbox, chatDraft, draftKey(chatId), draft =>
    oneAtATime(async () => {
      const queue = messageQueue(outbox, chatId)
      await queue.idle()
      const before = draft.state().value ?? noDraft
      const after: ChatDraft = {
        text: [message.text, before.text].filter(text => text.trim() !== '').join('\n\n'),
        files: [...message.kept, ...before.files],
      }
      draft.set(after)
      let isTaken = false
      try {
        if (!(await draft.flush())) throw new NotKept('the draft was not stored')
        isTaken = await discardMessage(outbox, message)
      } finally {
        // In the field and on its way it would be sent twice.
        if (!isTaken) queue.change(draft, now => (sameDraft(now, after) ? before : {}))
      }
      await draft.flush()
      return isTaken
    }),
  )
}
