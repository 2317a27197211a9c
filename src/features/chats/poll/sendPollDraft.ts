import { randomUuid } from '../../../lib/randomUuid.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { withDraft } from '../../../outbox/withDraft.ts'
import { type Loaded, messageEntries } from '../composer/messageEntries.ts'
import { blankPoll, pollDraft } from './pollDraft.ts'
import { readPoll } from './readPoll.ts'

/**
 * Puts the poll that is written for a chat on its way and empties its draft, in one step. False where there is none any
 * more, as another tab has sent this very draft. The form may be closed meanwhile. Throws `NotKept` when nothing can be
 * stored; then the draft stays.
 */
export function sendPollDraft(outbox: Outbox, chatId: number, loaded: Loaded): Promise<boolean> {
  return withDraft(outbox, pollDraft, String(chatId), async draft => {
    const { value } = draft.state()
    const read = value && readPoll(value)
    if (!read || !('poll' in read)) return false
    const entries = messageEntries(chatId, read.poll, loaded, randomUuid())
    return draft.handOver(
      beside => outbox.writes.addAll(entries, beside),
      () => blankPoll,
    )
  })
}
