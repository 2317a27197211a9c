import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { subscribeToWrites, useOpenOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'

/** State of a returned correction that is not done. */
export type ReturnState = (typeof statesByPriority)[number]
const statesByPriority = ['conflict', 'uncertain', 'failed', 'sending', 'waiting'] as const

export type CorrectionState = 'draft' | ReturnState

export const correctionLane = (todoId: number, userId: number): string => `correction/${todoId}/${userId}`

export const correctionLanePrefix = (todoId: number): string => `correction/${todoId}/`

/** Returns undefined if this is not the lane of a correction for this homework. */
export function parseLanePupilId(lane: string, todoId: number): number | undefined {
  const prefix = correctionLanePrefix(todoId)
  const id = lane.startsWith(prefix) ? Number(lane.slice(prefix.length)) : Number.NaN
  return z.int().check(z.positive()).safeParse(id).data
}

function parseLane(lane: string): { todoId: number; userId: number } | undefined {
  const todoId = Number(/^correction\/(\d+)\//.exec(lane)?.[1] ?? Number.NaN)
  const userId = parseLanePupilId(lane, todoId)
  return userId === undefined ? undefined : { todoId, userId }
}

/** Returns the states by homework ID and pupil ID. Never suspends. */
export function usePendingReturnStates(): ReadonlyMap<number, ReadonlyMap<number, ReturnState>> {
  const writes = useOutboxWrites()
  return useMemo(() => {
    const statesByHomework = new Map<number, Map<number, ReturnState>>()
    for (const [lane, laneWrites] of Map.groupBy(writes, write => write.lane)) {
      const ids = parseLane(lane)
      const state = getReturnState(laneWrites)
      if (!ids || !state || isCancellable(laneWrites)) continue
      const statesByPupil = statesByHomework.get(ids.todoId) ?? new Map<number, ReturnState>()
      statesByHomework.set(ids.todoId, statesByPupil.set(ids.userId, state))
    }
    return statesByHomework
  }, [writes])
}

export const getReturnState = (writes: readonly Pick<Write, 'state'>[]): ReturnState | undefined =>
  statesByPriority.find(state => writes.some(write => write.state === state))

export const returnAllGroupPrefix = (todoId: number): string => `return-all/${todoId}/`

type ScheduledWrite = Pick<Write, 'state' | 'notBefore' | 'sentAt' | 'group'>

/** Whether a write waits for its undo time and was never sent. */
const isUnsent = ({ state, notBefore, sentAt }: ScheduledWrite) =>
  state === 'waiting' && notBefore > 0 && sentAt === undefined

const isInReturnAll = ({ group }: ScheduledWrite) => group?.startsWith('return-all/') === true

/**
 * Whether "Return all drafts" can still be cancelled. Until then, its corrections count as drafts. A correction that
 * was returned alone counts as returned at once.
 */
export function isCancellable(writes: readonly ScheduledWrite[]): boolean {
  const unfinished = writes.filter(({ state }) => state !== 'done')
  return unfinished.length > 0 && unfinished.every(write => isUnsent(write) && isInReturnAll(write))
}

/** Whether the correction was returned alone and can still be undone. */
export function isUndoable(writes: readonly ScheduledWrite[]): boolean {
  const unfinished = writes.filter(({ state }) => state !== 'done')
  return unfinished.length > 0 && unfinished.every(write => isUnsent(write) && !isInReturnAll(write))
}

const noWrites: readonly Write[] = []

/** Never suspends: the array is empty until the outbox is open. */
export function useOutboxWrites(): readonly Write[] {
  const open = useOpenOutbox()
  return useSyncExternalStore(
    listener => subscribeToWrites(open, listener),
    () => open.current()?.writes.list() ?? noWrites,
  )
}
