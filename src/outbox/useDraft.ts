import { use, useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftKind, DraftState, OpenDraft } from './Drafts.ts'
import { type HeldDraft, holdDraft } from './heldDrafts.ts'
import { useOutbox } from './OutboxContext.ts'

/**
 * The draft of this kind and key, for as long as the component shows it. Suspends until it was read. What was typed is
 * stored at the latest when the key changes or the component goes.
 */
export function useDraft<T>(kind: DraftKind<T>, key: string): { draft: OpenDraft<T>; state: DraftState<T> } {
  const outbox = useOutbox()
  const asked = holdDraft(outbox, kind, key)
  const [anew, setAnew] = useState<{ for: HeldDraft<T>; held: HeldDraft<T> }>()
  const held = anew?.for === asked ? anew.held : asked
  const draft = use(held.opened)
  useEffect(() => {
    if (!held.closed()) return held.use()
    // Painted late, or hidden for a while: what was asked for then was let go of.
    setAnew({ for: asked, held: holdDraft(outbox, kind, key) })
  }, [held, asked, outbox, kind, key])
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return { draft, state }
}
