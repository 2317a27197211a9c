import { useEffect } from 'react'
import { acquireDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { correctionDraft, getDraftKey } from '../correction/correctionDraft.ts'

/** Opens the drafts of these pupils ahead of time, so that the form of the next pupil is rendered without a wait. */
export function usePrefetchDrafts(homeworkId: number, pupils: readonly (number | undefined)[]): void {
  const outbox = useOutbox()
  const key = pupils.filter(id => id !== undefined).join()
  useEffect(() => {
    const ids = key === '' ? [] : key.split(',').map(Number)
    const releases = ids.map(id => acquireDraft(outbox, correctionDraft, getDraftKey(homeworkId, id)).use())
    return () => {
      for (const release of releases) release()
    }
  }, [outbox, homeworkId, key])
}
