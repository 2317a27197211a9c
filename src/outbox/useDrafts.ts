import { useEffect, useState } from 'react'
import type { DraftKind, SavedDraft } from './Drafts.ts'
import { useOutbox } from './OutboxContext.ts'

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
