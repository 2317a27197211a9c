import { useEffect } from 'react'
import { holdDraft } from '../../../outbox/heldDrafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { correctionDraft, draftKey } from '../correction/correctionDraft.ts'

/** Opens the drafts of these pupils before they are asked for: the next one's form stands in the same frame. */
export function useDraftsAhead(homeworkId: number, pupils: readonly (number | undefined)[]): void {
  const outbox = useOutbox()
  const key = pupils.filter(id => id !== undefined).join()
  useEffect(() => {
    const ids = key === '' ? [] : key.split(',').map(Number)
    const held = ids.map(id => holdDraft(outbox, correctionDraft, draftKey(homeworkId, id)).use())
    return () => {
      for (const letGo of held) letGo()
    }
  }, [outbox, homeworkId, key])
}
