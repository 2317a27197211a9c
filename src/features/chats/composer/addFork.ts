import type { DraftFork, OpenDraft } from '../../../outbox/Drafts.ts'
import { NotKept } from '../../../outbox/NotKept.ts'
import { type ChatDraft, joinedDraft, sameDraft } from './chatDraft.ts'

type Change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => void

/**
 * Adds what another tab wrote to what is in the field; its own version goes once that is on disk. Throws `NotKept` when
 * nothing can be stored: then both stay as they were.
 */
export async function addFork(
  draft: OpenDraft<ChatDraft>,
  { id, value: other }: Pick<DraftFork<ChatDraft>, 'id' | 'value'>,
  change: Change,
): Promise<void> {
  let steps: { before: ChatDraft; after: ChatDraft } | undefined
  change(before => {
    const after = joinedDraft(before, other)
    steps = { before, after }
    return after
  })
  if (await draft.flush()) return draft.dropFork(id)
  // Added once more it would stand there twice.
  change(now => (steps && sameDraft(now, steps.after) ? steps.before : {}))
  throw new NotKept('the draft was not stored')
}
