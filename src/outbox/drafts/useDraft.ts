import { use, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useOutbox } from '../OutboxContext.ts'
import { acquireDraft, type SharedDraft } from './acquireDraft.ts'
import type { DraftKind, DraftState, OpenDraft, SavedDraft } from './Drafts.ts'

/** Suspends until the draft was read. Saves it on unmount or when the key changes. */
export function useDraft<T>(kind: DraftKind<T>, key: string): { draft: OpenDraft<T>; state: DraftState<T> } {
  const outbox = useOutbox()
  const requested = acquireDraft(outbox, kind, key)
  const [reopened, setReopened] = useState<{ for: SharedDraft<T>; shared: SharedDraft<T> }>()
  const shared = reopened?.for === requested ? reopened.shared : requested
  const draft = use(shared.opening)
  // The draft may be closed if the component was mounted late, or hidden for a while.
  const reopen = useCallback(
    () => setReopened({ for: requested, shared: acquireDraft(outbox, kind, key) }),
    [requested, outbox, kind, key],
  )
  // A layout effect, so that the user can't type into a closed draft.
  useLayoutEffect(() => {
    if (shared.isClosed()) reopen()
  }, [shared, reopen])
  useEffect(() => {
    if (!shared.isClosed()) return shared.retainForEditing()
    reopen()
  }, [shared, reopen])
  // useSyncExternalStore subscribes after the first paint. React would reset a letter typed before that.
  const [, rerender] = useState({})
  useLayoutEffect(() => {
    return draft.subscribe(() => rerender({}))
  }, [draft])
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return { draft, state }
}

type DraftList<T> = readonly { key: string; draft: SavedDraft<T> }[]

/** Newest first. Undefined until they were read. */
export function useDrafts<T>(kind: DraftKind<T>): DraftList<T> | undefined {
  const { drafts } = useOutbox()
  const [found, setFound] = useState<DraftList<T>>()
  useEffect(() => {
    let latestRequest = 0
    const read = () => {
      latestRequest += 1
      const request = latestRequest
      drafts.list(kind).then(
        list =>
          request === latestRequest && setFound(current => (isSameList(current, list) ? current : list)),
        () => request === latestRequest && setFound([]),
      )
    }
    read()
    const unsubscribe = drafts.subscribe(read)
    return () => {
      latestRequest = Number.NaN
      unsubscribe()
    }
  }, [drafts, kind])
  return found
}

/** Every saved draft of the user notifies, of any kind. */
const isSameList = <T>(one: DraftList<T> | undefined, other: DraftList<T>): boolean =>
  one?.length === other.length &&
  other.every(({ key, draft: { savedAt, revision } }, index) => {
    const before = one[index]
    return before?.key === key && before.draft.savedAt === savedAt && before.draft.revision === revision
  })
