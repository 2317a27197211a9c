import { memoizePerOwner } from '../../lib/memoizePerOwner.ts'
import type { Outbox } from '../Outbox.ts'
import type { DraftKind, OpenDraft } from './Drafts.ts'

export type SharedDraft<T> = {
  opening: Promise<OpenDraft<T>>
  retain(): () => void
  /** Like `retain`, for a component that edits. Other tabs can't edit meanwhile. */
  retainForEditing(): () => void
  isClosed(): boolean
}

/** In ms, for a component that never mounts. */
const unusedTimeoutMs = 10_000

const getDrafts = memoizePerOwner((_: Outbox) => new Map<string, SharedDraft<unknown>>())

export function acquireDraft<T>(outbox: Outbox, kind: DraftKind<T>, key: string): SharedDraft<T> {
  const drafts = getDrafts(outbox)
  const id = `${kind.name} ${key}`
  const existing = drafts.get(id)
  if (existing) return existing as SharedDraft<T>
  const opening = outbox.drafts.open(kind, key)
  let userCount = 0
  let editorCount = 0
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
    retainForEditing() {
      const release = shared.retain()
      editorCount += 1
      return () => {
        editorCount -= 1
        release()
        setTimeout(() => {
          if (editorCount === 0) void opening.then(draft => draft.releaseOwnership()).catch(() => undefined)
        })
      }
    },
  }
  opening.catch(() => drafts.delete(id))
  drafts.set(id, shared as SharedDraft<unknown>)
  return shared
}

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
