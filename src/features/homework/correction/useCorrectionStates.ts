import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../../api/cache/query.ts'
import { type ResponseInfo, responseInfoOf } from '../../../api/cache/responseInfo.ts'
import { submissions } from '../../../contract/submissions.ts'
import { useDrafts } from '../../../outbox/drafts/useDraft.ts'
import { useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { correctionLanes, pupilOfLane, type ReturnState, stateOf } from '../../../outbox/returned.ts'
import { correctionDraft, pupilOfDraft } from './correctionDraft.ts'

export type CorrectionState = 'draft' | ReturnState

/**
 * How far the correction of each pupil is that is begun or on its way, by the pupil's id. One that was done after the list
 * of submissions was asked for is on its way until the list has it: a row does not go back in between.
 */
export function useCorrectionStates(homeworkId: number): ReadonlyMap<number, CorrectionState> {
  const client = useQueryClient()
  const list = responseInfoOf(client.getQueryData(keyOf(submissions.list, { todo_id: homeworkId })))
  const drafts = useDrafts(correctionDraft)
  const writes = useWrites(correctionLanes(homeworkId))
  const states = new Map<number, CorrectionState>()
  for (const { key, draft } of drafts ?? []) {
    const pupil = pupilOfDraft(key, homeworkId)
    if (pupil !== undefined && !draft.value.aside) states.set(pupil, 'draft')
  }
  for (const [lane, inLane] of Map.groupBy(writes, write => write.lane)) {
    const pupil = pupilOfLane(lane, homeworkId)
    const state =
      stateOf(inLane) ?? (list && inLane.some(write => isAhead(write, list)) ? 'sending' : undefined)
    if (pupil !== undefined && state) states.set(pupil, state)
  }
  return states
}

/** Done, and neither asked for nor changed by an answer since. */
const isAhead = ({ doneAt }: Pick<Write, 'doneAt'>, { askedAt, changedAt }: ResponseInfo): boolean =>
  doneAt !== undefined && doneAt >= askedAt && !(changedAt !== undefined && changedAt >= doneAt)
