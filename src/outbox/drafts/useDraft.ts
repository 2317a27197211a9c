import { use, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useOutbox } from '../OutboxContext.ts'
import { acquireDraft, type HeldDraft } from './acquireDraft.ts'
import type { DraftKind, DraftState, OpenDraft, SavedDraft } from './Drafts.ts'

/** Suspends until it was read. What was typed is stored when the key changes or the component goes. */
export function useDraft<T>(kind: DraftKind<T>, key: string): { draft: OpenDraft<T>; state: DraftState<T> } {
  const outbox = useOutbox()
  const asked = acquireDraft(outbox, kind, key)
  const [anew, setAnew] = useState<{ for: HeldDraft<T>; held: HeldDraft<T> }>()
  const held = anew?.for === asked ? anew.held : asked
  const draft = use(held.opened)
  // Rendered long before it came to the page, or hidden for a while: what was asked for then was let go of.
  const openAnew = useCallback(
    () => setAnew({ for: asked, held: acquireDraft(outbox, kind, key) }),
    [asked, outbox, kind, key],
  )
  // Before anything can be typed into what is closed.
  useLayoutEffect(() => {
    if (held.closed()) openAnew()
  }, [held, openAnew])
  useEffect(() => {
    if (!held.closed()) return held.show()
    openAnew()
  }, [held, openAnew])
  // The hook below begins to listen after the first paint: a letter typed before it would be put back, the value being old.
  const [, drawAnew] = useState({})
  useLayoutEffect(() => {
    return draft.subscribe(() => drawAnew({}))
  }, [draft])
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return { draft, state }
}

/** Every draft of a kind, newest first, in whichever tab it was written; `undefined` until they were read. */
export function useDrafts<T>(
  kind: DraftKind<T>,
): readonly { key: string; draft: SavedDraft<T> }[] | undefined {
  const { drafts } = useOutbox()
  const [found, setFound] = useState<{ key: string; draft: SavedDraft<T> }[]>()
  useEffect(() => {
    let latest = 0
    const read = () => {
      latest += 1
      const mine = latest
      drafts.list(kind).then(
        list => mine === latest && setFound(list),
        () => mine === latest && setFound([]),
      )
    }
    read()
    const unsubscribe = drafts.subscribe(read)
    return () => {
      latest = Number.NaN
      unsubscribe()
    }
  }, [drafts, kind])
  return found
}
