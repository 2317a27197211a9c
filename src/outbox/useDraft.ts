import { use, useEffect, useSyncExternalStore } from 'react'
import type { DraftKind, DraftState, OpenDraft } from './Drafts.ts'
import { holdDraft } from './heldDrafts.ts'
import { useOutbox } from './OutboxContext.ts'

/**
 * The draft of this kind and key, for as long as the component shows it. Suspends until it was read. What was typed is
 * stored at the latest when the key changes or the component goes.
 */
export function useDraft<T>(kind: DraftKind<T>, key: string): { draft: OpenDraft<T>; state: DraftState<T> } {
  const held = holdDraft(useOutbox(), kind, key)
  const draft = use(held.opened)
  useEffect(() => held.use(), [held])
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return { draft, state }
}
