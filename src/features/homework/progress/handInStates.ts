import { useMemo } from 'react'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useOutboxWrites } from './returnStates.ts'

/**
 * Work that is not completely sent. `stuck`: the pupil must decide. `lateFiles` is the number of files on their way
 * after the hand-in, 0 if the hand-in itself is.
 */
export type PendingHandIn = { state: 'sending' | 'stuck'; lateFiles: number }

export const handInLane = (todoId: number): string => `hand-in/${todoId}`

/** Each file has its own lane, so that a refused file does not block other writes (rule 26). */
export const handInFileLane = (todoId: number, fileId: string): string => `${handInLane(todoId)}/${fileId}`

/** `hand-in/1` is also the beginning of `hand-in/12`. */
export const isHandInLane = (lane: string, todoId: number): boolean =>
  lane === handInLane(todoId) || lane.startsWith(`${handInLane(todoId)}/`)

const parseLaneTodoId = (lane: string): number | undefined => {
  const [, id] = /^hand-in\/(\d+)(?:\/|$)/.exec(lane) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Returns unsent work by homework ID. Never suspends. */
export function usePendingHandIns(): ReadonlyMap<number, PendingHandIn> {
  const writes = useOutboxWrites()
  return useMemo(() => getPendingHandIns(writes), [writes])
}

export function getPendingHandIns(
  writes: readonly Pick<Write, 'lane' | 'state'>[],
): ReadonlyMap<number, PendingHandIn> {
  const unsent = writes.filter(({ lane, state }) => lane.startsWith('hand-in/') && state !== 'done')
  const pending = new Map<number, PendingHandIn>()
  for (const [todoId, ofTask] of Map.groupBy(unsent, ({ lane }) => parseLaneTodoId(lane))) {
    if (todoId === undefined) continue
    const isSending = ofTask.every(({ state }) => state === 'waiting' || state === 'sending')
    const hasHandIn = ofTask.some(({ lane }) => lane === handInLane(todoId))
    const lateFiles = hasHandIn ? 0 : ofTask.length
    pending.set(todoId, { state: isSending ? 'sending' : 'stuck', lateFiles })
  }
  return pending
}
