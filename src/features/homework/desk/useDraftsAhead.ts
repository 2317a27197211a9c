import { useEffect } from 'react'
import { acquireDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { correctionDraft, draftKey } from '../correction/correctionDraft.ts'

/** Opens the drafts of these pupils ahead of time, so that the form of the next pupil is rendered without a wait. */
export function useDraftsAhead(homeworkId: number, pupils: readonly (number | undefined)[]): void {
  const outbox = useOutbox()
  const key = pupils.filter(id => id !== undefined).join()
  useEffect(() => {
    const ids = key === '' ? [] : key.split(',').map(Number)
    const held = ids.map(id => acquireDraft(outbox, correctionDraft, draftKey(homeworkId, id)).use())
    return () => {
      for (const letGo of held) letGo()
    }
  }, [outbox, homeworkId, key])
}
