import { useEffect, useEffectEvent, useRef } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { firstAfter } from './findRow.ts'

/** Tells the messages that came after the newest one known so far, and its id: not those the chat opened with. */
export function useLater(
  rows: readonly Message[],
  tell: (later: readonly Message[], newestBefore: number) => void,
): void {
  const known = useRef(0)
  const arrive = useEffectEvent((newest: number) => {
    const before = known.current
    known.current = newest
    if (before > 0 && newest > before) tell(rows.slice(firstAfter(rows, before)), before)
  })
  const newest = rows.at(-1)?.id ?? 0
  useEffect(() => {
    arrive(newest)
  }, [newest])
}
