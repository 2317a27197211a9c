import type { DraftKind, KeptFile } from '../../outbox/drafts/Drafts.ts'
import { useKeepFiles } from '../../outbox/drafts/useKeepFiles.ts'
import type { Outbox } from '../../outbox/Outbox.ts'
import { useOutbox } from '../../outbox/OutboxContext.ts'

/** What is being kept, by draft: a form that was closed meanwhile and opened anew waits for it too. */
const underWay = new WeakMap<Outbox, Map<string, Promise<boolean>>>()

function keptInto<T>(outbox: Outbox, kind: DraftKind<T>, key: string) {
  const drafts = underWay.get(outbox) ?? new Map<string, Promise<boolean>>()
  underWay.set(outbox, drafts)
  const id = `${kind.name} ${key}`
  return {
    now: () => drafts.get(id),
    add: (keeping: Promise<boolean>) => {
      const all = Promise.all([drafts.get(id) ?? true, keeping]).then(([before, now]) => before && now)
      drafts.set(id, all)
      void all.then(() => drafts.get(id) === all && drafts.delete(id))
    },
  }
}

/** Whether files are on their way into this draft: it does not go without them. */
export const isKeepingFiles = <T>(outbox: Outbox, kind: DraftKind<T>, key: string): boolean =>
  keptInto(outbox, kind, key).now() !== undefined

/** `useKeepFiles` for a form that waits for its files before it is sent. */
export function useDraftFiles<T>(kind: DraftKind<T>, key: string, take: (kept: KeptFile) => void) {
  const kept = keptInto(useOutbox(), kind, key)
  const { keeping, refused, keep } = useKeepFiles(kind, key, take)
  return {
    keeping,
    /** Of those chosen last, what can't go along. */
    refused,
    add: (files: readonly File[], folders?: ReadonlySet<File>) => kept.add(keep(files, folders)),
    /** Of what is being kept: resolves when it is in the draft, with false where one of it was refused. */
    settled: () => kept.now(),
  }
}
