import { memoizePerOwner } from '../../lib/memoizePerOwner.ts'
import type { Delivery } from '../Delivery.ts'
import type { DraftKind, OpenDraft } from './Drafts.ts'

export type SharedDraft<T> = {
  opening: Promise<OpenDraft<T>>
  retain(): () => void
  isClosed(): boolean
}

/** In ms, for a component that never mounts. */
const unusedTimeoutMs = 10_000

const getDrafts = memoizePerOwner((_: Delivery) => new Map<string, SharedDraft<unknown>>())

export function acquireDraft<T>(delivery: Delivery, kind: DraftKind<T>, key: string): SharedDraft<T> {
  const drafts = getDrafts(delivery)
  const id = `${kind.name} ${key}`
  const existing = drafts.get(id)
  if (existing) return existing as SharedDraft<T>
  const opening = delivery.drafts.open(kind, key)
  let userCount = 0
  const close = () => {
    if (userCount > 0 || drafts.get(id) !== (shared as SharedDraft<unknown>)) return
    drafts.delete(id)
    void opening.then(draft => draft.close()).catch(() => undefined)
  }
  const unusedTimer = setTimeout(close, unusedTimeoutMs)
  const shared: SharedDraft<T> = {
    opening,
    isClosed: () => drafts.get(id) !== (shared as SharedDraft<unknown>),
    retain() {
      clearTimeout(unusedTimer)
      userCount += 1
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        userCount -= 1
        void opening.then(draft => draft.flush()).catch(() => undefined)
        // The next component may be about to acquire it.
        setTimeout(close)
      }
    },
  }
  opening.catch(() => drafts.delete(id))
  drafts.set(id, shared as SharedDraft<unknown>)
  return shared
}

export async function withDraft<T, R>(
  delivery: Delivery,
  kind: DraftKind<T>,
  key: string,
  work: (draft: OpenDraft<T>) => Promise<R>,
): Promise<R> {
  const draft = await delivery.drafts.open(kind, key)
  try {
    return await work(draft)
  } finally {
    draft.close()
  }
}
