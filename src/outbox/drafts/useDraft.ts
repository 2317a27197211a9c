import { use, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useOutbox } from '../OutboxContext.ts'
import { acquireDraft, type HeldDraft } from './acquireDraft.ts'
import type { DraftKind, DraftState, OpenDraft, SavedDraft } from './Drafts.ts'

/** Opens a draft and suspends until it was read. Saves it when the key changes or the component unmounts. */
export function useDraft<T>(kind: DraftKind<T>, key: string): { draft: OpenDraft<T>; state: DraftState<T> } {
  const outbox = useOutbox()
  const asked = acquireDraft(outbox, kind, key)
  const [anew, setAnew] = useState<{ for: HeldDraft<T>; held: HeldDraft<T> }>()
  const held = anew?.for === asked ? anew.held : asked
  const draft = use(held.opened)
  // The draft may be closed already if the component was rendered long before it was mounted, or was hidden for a
  // while. Open it again.
  const openAnew = useCallback(
    () => setAnew({ for: asked, held: acquireDraft(outbox, kind, key) }),
    [asked, outbox, kind, key],
  )
  // A layout effect, so that the user can't type into a closed draft.
  useLayoutEffect(() => {
    if (held.closed()) openAnew()
  }, [held, openAnew])
  useEffect(() => {
    if (!held.closed()) return held.show()
    openAnew()
  }, [held, openAnew])
  // useSyncExternalStore subscribes after the first paint. Subscribe earlier, because React would reset a letter typed
  // before to the old value.
  const [, drawAnew] = useState({})
  useLayoutEffect(() => {
    return draft.subscribe(() => drawAnew({}))
  }, [draft])
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return { draft, state }
}

/** Returns all drafts of a kind from all tabs, newest first. Undefined until they were read. */
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
