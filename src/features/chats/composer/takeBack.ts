import { NotKept, type Outbox } from '../../../outbox/Outbox.ts'
import { chatDraft, draftKey } from './chatDraft.ts'
import { discardMessage } from './discardMessage.ts'
import { oneAtATime } from './oneAtATime.ts'
import type { MessageOnTheWay } from './sendingMessages.ts'

/**
 * Makes a draft again of a message that was not sent, its files with it. It is on disk as a draft before it leaves the
 * outbox. False when it was too late; throws `NotKept` when there is no room for the draft.
 */
export function takeBack(outbox: Outbox, chatId: number, message: MessageOnTheWay): Promise<boolean> {
  return oneAtATime(async () => {
    const draft = await outbox.drafts.open(chatDraft, draftKey(chatId))
    try {
      const before = draft.state().value
      draft.set({
        text: [message.text, before?.text ?? ''].filter(text => text.trim() !== '').join('\n\n'),
        files: [...message.kept, ...(before?.files ?? [])],
      })
      await draft.flush()
      if (draft.state().saving) throw new NotKept('the draft was not stored')
      if (await discardMessage(outbox, message)) return true
      if (before) draft.set(before)
      else await draft.discard()
      return false
    } finally {
      draft.close()
    }
  })
}
