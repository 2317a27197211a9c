import { useEffect, useMemo, useRef } from 'react'
import type { SchoolDay } from '../../contract/schoolDay.ts'
import { type Changes, changesSince, seenCells } from './changes.ts'
import { type WeekStore, whenIdle } from './weekStore.ts'

/** A glance shorter than this, in ms, is no visit: a reload or a week leafed past keeps its marks. */
const glance = 5_000

/**
 * What differs in a week from how this person left it. The comparison stands for the whole visit; leaving the week,
 * the screen or the tab after having looked at it records it as seen.
 */
export function useChanges(
  store: WeekStore,
  week: string,
  days: readonly SchoolDay[] | undefined,
  clock: () => number,
): Changes | undefined {
  const seen = useMemo(() => store.seen(week), [store, week])
  const latest = useRef(days)
  const closing = useRef(false)

  // Before the effect below, so that its leaving knows whether the screen goes or only the week.
  useEffect(() => {
    closing.current = false
    return () => {
      closing.current = true
    }
  }, [])

  useEffect(() => {
    const arrived = clock()
    const leave = (later = false) => {
      const left = latest.current
      const at = clock()
      if (!left || (seen !== undefined && at - arrived < glance)) return
      const see = () => store.see(week, { at, cells: seenCells(left) })
      if (later) whenIdle(see)
      else see()
    }
    const close = () => leave()
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    window.addEventListener('pagehide', close)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', close)
      document.removeEventListener('visibilitychange', hide)
      leave(!closing.current)
      latest.current = undefined
    }
  }, [store, week, seen, clock])

  // After the effect above, so that leaving a week records that week's own days.
  useEffect(() => {
    latest.current = days
  }, [days])

  return useMemo(() => (seen && days ? changesSince(seen, days) : undefined), [seen, days])
}
