import { useRef, useState } from 'react'

/**
 * Returns a function that starts an action, and ignores calls until the result is rendered (rule 22). `isPending` of a
 * mutation is too late, because a double click comes before the next rendering.
 */
export function useSingleAction(): (action: () => Promise<unknown>) => void {
  const startedCount = useRef(0)
  const [settledCount, setSettledCount] = useState(0)
  return action => {
    if (startedCount.current > settledCount) return
    startedCount.current += 1
    const settle = () => setSettledCount(startedCount.current)
    action().then(settle, settle)
  }
}
