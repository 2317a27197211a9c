import { useMemo } from 'react'
import { useOutboxWrites } from './returnStates.ts'

/** State of a hand-in that is not done. `stuck`: the pupil must decide. */
export type HandInState = 'sending' | 'stuck'

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

/** Returns the states by homework ID. Never suspends. */
export function usePendingHandInStates(): ReadonlyMap<number, HandInState> {
  const writes = useOutboxWrites()
  return useMemo(() => {
    const states = new Map<number, HandInState>()
    for (const { lane, state } of writes) {
      const todoId = parseLaneTodoId(lane)
      if (todoId === undefined || state === 'done') continue
      const isSending = state === 'waiting' || state === 'sending'
      states.set(todoId, isSending && states.get(todoId) !== 'stuck' ? 'sending' : 'stuck')
    }
    return states
  }, [writes])
}
