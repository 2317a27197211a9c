import { randomUuid } from '../../../lib/randomUuid.ts'
import type { OpenDraft } from '../../../outbox/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import type { Beside } from '../../../outbox/Writes.ts'
import type { ChatDraft } from './chatDraft.ts'
import { type Loaded, messageEntries } from './messageEntries.ts'

/** `elsewhere`: another tab has sent it already. `gone`: this file of it is no longer here. */
export type DraftSent = { kind: 'sent' | 'elsewhere' } | { kind: 'gone'; fileId: string }

/**
 * Puts a message on its way that is, or begins, this draft: in one step it is in the outbox, and the draft is what is
 * `left`. So no reload finds it in both, and of two tabs only one sends it. `stored` is called in the very moment it is.
 * Throws `NotKept` when nothing can be stored; then the draft stays.
 */
export async function sendDraft(
  outbox: Outbox,
  chatId: number,
  draft: OpenDraft<ChatDraft>,
  { text, files }: ChatDraft,
  loaded: Loaded,
  { left, stored }: { left: () => ChatDraft; stored: () => void },
): Promise<DraftSent> {
  for (const { id } of files) {
    if (!(await outbox.drafts.file(id))) return { kind: 'gone', fileId: id }
  }
  const entries = messageEntries(chatId, { text: text.trim(), files }, loaded, randomUuid())
  const put = (beside: Beside) =>
    outbox.writes.addAll(entries, {
      ...beside,
      done() {
        stored()
        beside.done()
      },
    })
  return { kind: (await draft.handOver(put, left)) ? 'sent' : 'elsewhere' }
}
