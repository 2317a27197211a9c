import { useMemo } from 'react'
import { isBlocked } from '../../../delivery/entries/Entry.ts'
import { usePendingEntriesOf } from './returnStates.ts'

/** Work that is not completely sent. `stuck`: the pupil must decide. */
export type PendingHandIn = { state: 'sending' | 'stuck' }

export const handInLane = (todoId: number): string => `hand-in/${todoId}`

/** Returns unsent work by homework ID. Never suspends. */
export function usePendingHandIns(): ReadonlyMap<number, PendingHandIn> {
  const entries = usePendingEntriesOf('hand-in/')
  return useMemo(
    () =>
      new Map(
        entries.map(entry => [
          Number(entry.lane.split('/')[1]),
          { state: isBlocked(entry) ? 'stuck' : 'sending' },
        ]),
      ),
    [entries],
  )
}
