import type { Outbox } from '../Outbox.ts'
import type { DraftKind, OpenDraft } from './Drafts.ts'

export type HeldDraft<T> = {
  opened: Promise<OpenDraft<T>>
  use(): () => void
  /**
   * Like `use`, for a component in which the user edits. After the last one unmounts, another tab may edit the draft.
   */
  show(): () => void
  closed(): boolean
}

/** Time until a draft is closed if its component is never mounted, in ms. */
const patience = 10_000

const byOutbox = new WeakMap<Outbox, Map<string, HeldDraft<unknown>>>()

/** Opens a draft, or returns it if it is open already. Saves when a component releases it. */
export function acquireDraft<T>(outbox: Outbox, kind: DraftKind<T>, key: string): HeldDraft<T> {
  const drafts = byOutbox.get(outbox) ?? new Map<string, HeldDraft<unknown>>()
  byOutbox.set(outbox, drafts)
  const id = `${kind.name} ${key}`
  const known = drafts.get(id)
  if (known) return known as HeldDraft<T>
  const opened = outbox.drafts.open(kind, key)
  let users = 0
  let shown = 0
  const close = () => {
    if (users > 0 || drafts.get(id) !== (held as HeldDraft<unknown>)) return
    drafts.delete(id)
    void opened.then(draft => draft.close()).catch(() => undefined)
  }
  const unseen = setTimeout(close, patience)
  const held: HeldDraft<T> = {
    opened,
    closed: () => drafts.get(id) !== (held as HeldDraft<unknown>),
    use() {
      clearTimeout(unseen)
      users += 1
      let done = false
      return () => {
        if (done) return
        done = true
        users -= 1
        void opened.then(draft => draft.flush()).catch(() => undefined)
        // The next component may be about to acquire it.
        setTimeout(close)
      }
    },
    show() {
      const release = held.use()
      shown += 1
      return () => {
        shown -= 1
        release()
        setTimeout(() => {
          if (shown === 0) void opened.then(draft => draft.releaseOwnership()).catch(() => undefined)
        })
      }
    },
  }
  opened.catch(() => drafts.delete(id))
  drafts.set(id, held as HeldDraft<unknown>)
  return held
}

/** Opens a draft while `work` runs. A draft must be open to be discarded. */
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
