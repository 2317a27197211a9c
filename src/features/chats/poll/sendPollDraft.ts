import type { Outbox } from '../../../outbox/Outbox.ts'
import { withDraft } from '../../../outbox/withDraft.ts'
import type { PollToSend } from '../composer/messageEntries.ts'
import { oneAtATime } from '../composer/oneAtATime.ts'
import { pollDraft } from './pollDraft.ts'
import { readPoll } from './readPoll.ts'

/**
 * Puts the poll that is written for a chat on its way, and its draft goes. False where there is none any more, as another
 * tab has sent this very draft. The form may be closed meanwhile.
 */
export function sendPollDraft(
  outbox: Outbox,
  chatId: number,
  send: (poll: PollToSend) => Promise<void>,
): Promise<boolean> {
  return withDraft(outbox, pollDraft, String(chatId), draft =>
    oneAtATime(async () => {
      await draft.flush()
      const { value } = draft.state()
      const read = value && readPoll(value)
      if (!read || !('poll' in read)) return false
      await send(read.poll)
      await draft.discard()
      return true
    }),
  )
}
