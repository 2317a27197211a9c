import type { DraftKind, OpenDraft } from './Drafts.ts'
import type { Outbox } from './Outbox.ts'

/**
 * Holds a draft open for as long as `work` takes, whatever else lets go of it: a draft that was closed meanwhile can't be
 * discarded any more. It is held from the moment this is called.
 */
export async function withDraft<T, R>(
  outbox: Outbox,
  kind: DraftKind<T>,
  key: string,
  work: (draft: OpenDraft<T>) => Promise<R>,
): Promise<R> {
  const draft = await outbox.drafts.open(kind, key)
  try {
    return await work(draft)
  } finally {
    draft.close()
  }
}
