import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { followWrites, useOpenOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'

/** State of a returned correction that is not done. States that need a decision have priority. */
export type ReturnState = (typeof statesByPriority)[number]
const statesByPriority = ['conflict', 'uncertain', 'failed', 'sending', 'waiting'] as const

/** Lane of the corrections for one pupil. Their files are sent first. */
export const correctionLane = (todoId: number, userId: number): string => `correction/${todoId}/${userId}`

export const correctionLanePrefix = (todoId: number): string => `correction/${todoId}/`

/** Returns the pupil if this is the lane of a correction for this homework, otherwise undefined. */
export function parseLanePupilId(lane: string, todoId: number): number | undefined {
  const prefix = correctionLanePrefix(todoId)
  const id = lane.startsWith(prefix) ? Number(lane.slice(prefix.length)) : Number.NaN
  return z.int().check(z.positive()).safeParse(id).data
}

function homeworkAndPupilOf(lane: string): { todoId: number; userId: number } | undefined {
  const todoId = Number(/^correction\/(\d+)\//.exec(lane)?.[1] ?? Number.NaN)
  const userId = parseLanePupilId(lane, todoId)
  return userId === undefined ? undefined : { todoId, userId }
}

/**
 * Returns the states of returned corrections that are not done, by homework and pupil. The counts of a class include
 * them. Never suspends.
 */
export function useReturnedStates(): ReadonlyMap<number, ReadonlyMap<number, ReturnState>> {
  const writes = useOpenedWrites()
  return useMemo(() => {
    const known = new Map<number, Map<number, ReturnState>>()
    for (const [lane, inLane] of Map.groupBy(writes, write => write.lane)) {
      const to = homeworkAndPupilOf(lane)
      const state = getReturnState(inLane)
      if (!to || !state || isCancellable(inLane)) continue
      const ofHomework = known.get(to.todoId) ?? new Map<number, ReturnState>()
      known.set(to.todoId, ofHomework.set(to.userId, state))
    }
    return known
  }, [writes])
}

export const getReturnState = (writes: readonly Pick<Write, 'state'>[]): ReturnState | undefined =>
  statesByPriority.find(state => writes.some(write => write.state === state))

/** Prefix of the group of corrections that "Return all drafts" of a homework queued together. */
export const returnAllGroups = (todoId: number): string => `return-all/${todoId}/`

type Scheduled = Pick<Write, 'state' | 'notBefore' | 'sentAt' | 'group'>

/** Whether a write was scheduled for later, so that the user can undo it, and was never sent. */
const isUnsent = ({ state, notBefore, sentAt }: Scheduled) =>
  state === 'waiting' && notBefore > 0 && sentAt === undefined

const isOfReturnAll = ({ group }: Scheduled) => group?.startsWith('return-all/') === true

/**
 * Returns whether the correction of one pupil counts as a draft although it is queued: "Return all drafts" can still be
 * cancelled. A correction that was returned alone counts as marked at once, also while it can be undone.
 */
export function isCancellable(writes: readonly Scheduled[]): boolean {
  const open = writes.filter(({ state }) => state !== 'done')
  return open.length > 0 && open.every(write => isUnsent(write) && isOfReturnAll(write))
}

/** Returns whether the correction of one pupil was returned alone, with an undo time, and was never sent. */
export function isUndoable(writes: readonly Scheduled[]): boolean {
  const open = writes.filter(({ state }) => state !== 'done')
  return open.length > 0 && open.every(write => isUnsent(write) && !isOfReturnAll(write))
}

const none: readonly Write[] = []

/** Returns the user's writes, oldest first. Never suspends: the array is empty until the outbox is open. */
function useOpenedWrites(): readonly Write[] {
  const open = useOpenOutbox()
  return useSyncExternalStore(
    listener => followWrites(open, listener),
    () => open.opened()?.writes.list() ?? none,
  )
}
