import { useEffect } from 'react'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { acquireDraft } from '../../../delivery/drafts/acquireDraft.ts'
import { correctionDraft, getDraftKey } from '../correction/correctionDraft.ts'

/** Opens the drafts of these pupils, so that the form of the next pupil is rendered at once. */
export function usePrefetchDrafts(homeworkId: number, pupils: readonly { id: number }[]): void {
  const delivery = useDelivery()
  const key = pupils.map(({ id }) => id).join()
  useEffect(() => {
    const ids = key === '' ? [] : key.split(',').map(Number)
    const releases = ids.map(id =>
      acquireDraft(delivery, correctionDraft, getDraftKey(homeworkId, id)).retain(),
    )
    return () => {
      for (const release of releases) release()
    }
  }, [delivery, homeworkId, key])
}
