import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { originOf } from '../../../api/origin.ts'
import { keyOf } from '../../../api/query.ts'
import { submissions } from '../../../contract/submissions.ts'
import { useDrafts } from '../../../outbox/useDrafts.ts'
import { useOpenedWrites } from '../../../outbox/useOpenedWrites.ts'
import { useWrites } from '../../../outbox/useWrites.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { correctionDraft, pupilOfDraft } from './correctionDraft.ts'
import { correctionLanes, homeworkAndPupilOf, pupilOfLane } from './correctionWrite.ts'

export type CorrectionState = 'draft' | 'waiting' | 'sending' | 'conflict' | 'uncertain' | 'failed'

/** What needs a person comes before what goes by itself. */
const byUrgency = ['conflict', 'uncertain', 'failed', 'sending', 'waiting'] as const

/**
 * How far the correction of each pupil is that is begun or on its way, by the pupil's id. One that was done after the list
 * of submissions was asked for is on its way until the list has it: a row does not go back in between.
 */
export function useCorrectionStates(homeworkId: number): ReadonlyMap<number, CorrectionState> {
  const client = useQueryClient()
  const { askedAt, changedAt = 0 } =
    originOf(client.getQueryData(keyOf(submissions.list, { todo_id: homeworkId }))) ?? {}
  const listAt = askedAt === undefined ? undefined : Math.max(askedAt, changedAt)
  const drafts = useDrafts(correctionDraft)
  const writes = useWrites(correctionLanes(homeworkId))
  const states = new Map<number, CorrectionState>()
  for (const { key, draft } of drafts ?? []) {
    const pupil = pupilOfDraft(key, homeworkId)
    if (pupil !== undefined && !draft.value.aside) states.set(pupil, 'draft')
  }
  for (const [lane, inLane] of Map.groupBy(writes, write => write.lane)) {
    const pupil = pupilOfLane(lane, homeworkId)
    const state = stateOf(inLane) ?? (isAhead(inLane, listAt) ? 'sending' : undefined)
    if (pupil !== undefined && state) states.set(pupil, state)
  }
  return states
}

const isAhead = (writes: readonly Pick<Write, 'doneAt'>[], listAt: number | undefined) =>
  listAt !== undefined && writes.some(({ doneAt }) => doneAt !== undefined && doneAt > listAt)

/** How far what was returned is that is not done, by homework and pupil. Never suspends. */
export function useReturnedStates(): ReadonlyMap<number, ReadonlyMap<number, CorrectionState>> {
  const writes = useOpenedWrites()
  return useMemo(() => {
    const known = new Map<number, Map<number, CorrectionState>>()
    for (const [lane, inLane] of Map.groupBy(writes, write => write.lane)) {
      const to = homeworkAndPupilOf(lane)
      const state = stateOf(inLane)
      if (!to || !state) continue
      const ofHomework = known.get(to.todoId) ?? new Map<number, CorrectionState>()
      known.set(to.todoId, ofHomework.set(to.userId, state))
    }
    return known
  }, [writes])
}

/** The state of one pupil's lane, `undefined` when everything in it is done. */
export const stateOf = (writes: readonly Pick<Write, 'state'>[]): (typeof byUrgency)[number] | undefined =>
  byUrgency.find(state => writes.some(write => write.state === state))
