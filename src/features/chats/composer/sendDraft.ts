import { NotKept, type Outbox } from '../../../outbox/Outbox.ts'
import { withDraft } from '../../../outbox/withDraft.ts'
import { type ChatDraft, chatDraft, draftKey, sameDraft } from './chatDraft.ts'
import { type Loaded, messageEntries, newMessageKey } from './messageEntries.ts'
import { oneAtATime } from './oneAtATime.ts'

/** `elsewhere`: another tab has sent it already. `gone`: this file of it is no longer here. */
export type DraftSent = { kind: 'sent' | 'elsewhere' } | { kind: 'gone'; fileId: string }

/**
 * Puts what is in the field on its way: it is in the outbox before the draft of it goes. Throws `NotKept` when nothing
 * can be stored; then the draft stays. The chat may be left meanwhile.
 */
export function sendDraft(outbox: Outbox, chatId: number, loaded: Loaded): Promise<DraftSent> {
  return withDraft(outbox, chatDraft, draftKey(chatId), draft =>
    oneAtATime<DraftSent>(async () => {
      await draft.flush()
      const { value, saving, forks } = draft.state()
      if (saving) throw new NotKept('the draft was not stored')
      if (!value || chatDraft.isEmpty(value)) return { kind: 'elsewhere' }
      // With another tab's version beside it, this one is of this tab alone.
      const mine = forks.length > 0 || (await isOnDisk(outbox, chatId, value))
      if (!mine) return { kind: 'elsewhere' }
      for (const { id } of value.files) {
        if (!(await outbox.drafts.file(id))) return { kind: 'gone', fileId: id }
      }
      const message = { text: value.text.trim(), files: value.files }
      await outbox.writes.addAll(messageEntries(chatId, message, loaded, newMessageKey()))
      await draft.discard()
      return { kind: 'sent' }
    }),
  )
}

async function isOnDisk(outbox: Outbox, chatId: number, value: ChatDraft): Promise<boolean> {
  const saved = await outbox.drafts.list(chatDraft)
  return saved.some(({ key, draft }) => key === draftKey(chatId) && sameDraft(draft.value, value))
}
