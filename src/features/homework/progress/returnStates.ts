import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { subscribeToEntries, useOpenDelivery } from '../../../delivery/DeliveryContext.ts'
import { type Entry, type EntryState, isUnfinished } from '../../../delivery/entries/Entry.ts'

/** State of a correction that is not sent. `returned`: it can still be undone. */
export type ReturnState = Exclude<EntryState, 'done'> | 'returned'

export type CorrectionState = 'draft' | ReturnState

export const correctionLane = (todoId: number, userId: number): string => `correction/${todoId}/${userId}`

export const correctionLanePrefix = (todoId: number): string => `correction/${todoId}/`

/** Returns undefined if this is not the lane of a correction for this homework. */
export function parseLanePupilId(lane: string, todoId: number): number | undefined {
  const prefix = correctionLanePrefix(todoId)
  const id = lane.startsWith(prefix) ? Number(lane.slice(prefix.length)) : Number.NaN
  return z.int().check(z.positive()).safeParse(id).data
}

/** Returns the states by homework ID and pupil ID. Never suspends. */
export function usePendingReturnStates(): ReadonlyMap<number, ReadonlyMap<number, ReturnState>> {
  const entries = usePendingEntriesOf('correction/')
  return useMemo(() => {
    const statesByHomework = new Map<number, Map<number, ReturnState>>()
    for (const { lane, state } of entries) {
      const todoId = Number(lane.split('/')[1])
      const userId = parseLanePupilId(lane, todoId)
      if (userId === undefined || state === 'done') continue
      const statesByPupil = statesByHomework.get(todoId) ?? new Map<number, ReturnState>()
      statesByHomework.set(todoId, statesByPupil.set(userId, state))
    }
    return statesByHomework
  }, [entries])
}

const noEntries: readonly Entry[] = []

/** Unfinished entries. Never suspends: the array is empty until the delivery is open. */
export function usePendingEntriesOf(lanePrefix: string): readonly Entry[] {
  const open = useOpenDelivery()
  const entries = useSyncExternalStore(
    listener => subscribeToEntries(open, listener),
    () => open.current()?.entries.list() ?? noEntries,
  )
  return useMemo(
    () => entries.filter(entry => entry.lane.startsWith(lanePrefix) && isUnfinished(entry)),
    [entries, lanePrefix],
  )
}
