import type { Outbox } from '../Outbox.ts'
import type { DraftKind, OpenDraft } from './Drafts.ts'

export type HeldDraft<T> = {
  opened: Promise<OpenDraft<T>>
  use(): () => void
  /** The same for a component in which it is written: once none shows it any more, another tab may write. */
  show(): () => void
  closed(): boolean
}

/** A component that was never painted lets go of nothing: then this does, ms. */
const patience = 10_000

const byOutbox = new WeakMap<Outbox, Map<string, HeldDraft<unknown>>>()

/** Opens a draft, or gives the one that is open. What a person typed goes to disk when the last one lets go. */
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
        // The next component may be about to ask for it.
        setTimeout(close)
      }
    },
    show() {
      const letGo = held.use()
      shown += 1
      return () => {
        shown -= 1
        letGo()
        setTimeout(() => {
          if (shown === 0) void opened.then(draft => draft.rest()).catch(() => undefined)
        })
      }
    },
  }
  opened.catch(() => drafts.delete(id))
  drafts.set(id, held as HeldDraft<unknown>)
  return held
}

/** Holds a draft open while `work` runs: one that was closed can't be discarded any more. */
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
