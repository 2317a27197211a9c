import { useEffect, useEffectEvent, useState } from 'react'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import type { Entry } from '../../../delivery/entries/Entry.ts'

/** Follows the entries of a form that was sent. Calls `onDone` when all have arrived. */
export function useSentHomework(onDone: (entries: readonly Entry[]) => void) {
  const [group, setGroup] = useState<string>()
  const entries = useEntries('homework/').filter(entry => group !== undefined && entry.group === group)
  const isDone = entries.length > 0 && entries.every(({ state }) => state === 'done')
  const handleDone = useEffectEvent(() => onDone(entries))
  useEffect(() => {
    if (isDone) handleDone()
  }, [isDone])
  return { group, setGroup }
}
