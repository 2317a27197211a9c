import { replaceEqualDeep } from '@tanstack/react-query'
import { use, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useDelivery } from '../DeliveryContext.ts'
import { acquireDraft, type SharedDraft } from './acquireDraft.ts'
import type { DraftKind, DraftState, OpenDraft, SavedDraft } from './Drafts.ts'

/** Suspends until the draft was read. Saves it on unmount or when the key changes. */
export function useDraft<T>(kind: DraftKind<T>, key: string): { draft: OpenDraft<T>; state: DraftState<T> } {
  const delivery = useDelivery()
  const requested = acquireDraft(delivery, kind, key)
  const [reopened, setReopened] = useState<{ for: SharedDraft<T>; shared: SharedDraft<T> }>()
  const shared = reopened?.for === requested ? reopened.shared : requested
  const draft = use(shared.opening)
  // The draft may be closed if the component was mounted late, or hidden for a while.
  const reopen = useCallback(
    () => setReopened({ for: requested, shared: acquireDraft(delivery, kind, key) }),
    [requested, delivery, kind, key],
  )
  // A layout effect, so that the user can't type into a closed draft.
  useLayoutEffect(() => {
    if (shared.isClosed()) reopen()
  }, [shared, reopen])
  useEffect(() => {
    if (!shared.isClosed()) return shared.retain()
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

/**
 * Newest first. Undefined until they were read. With `select`, which is defined outside of the component, the component
 * renders only when its result has changed, and not for each saved draft.
 */
export function useDrafts<T>(kind: DraftKind<T>): DraftList<T> | undefined
export function useDrafts<T, R>(kind: DraftKind<T>, select: (list: DraftList<T>) => R): R | undefined
export function useDrafts<T>(kind: DraftKind<T>, select: (list: DraftList<T>) => unknown = getAll) {
  const { drafts } = useDelivery()
  const [found, setFound] = useState<unknown>()
  useEffect(() => {
    let latestRequest = 0
    const update = (list: DraftList<T>) =>
      setFound((current: unknown) => replaceEqualDeep(current, select(list)))
    const read = () => {
      latestRequest += 1
      const request = latestRequest
      drafts.list(kind).then(
        list => request === latestRequest && update(list),
        () => request === latestRequest && update([]),
      )
    }
    read()
    const unsubscribe = drafts.subscribe(read)
    return () => {
      latestRequest = Number.NaN
      unsubscribe()
    }
  }, [drafts, kind, select])
  return found
}

const getAll = <T>(list: T) => list
