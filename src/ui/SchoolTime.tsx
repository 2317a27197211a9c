import { createContext, use, useEffect, useState } from 'react'

/** The school's IANA time zone and the clock everything is told by (Unix ms). */
export type SchoolTime = { timeZone: string; clock: () => number }

const SchoolTimeContext = createContext<SchoolTime | undefined>(undefined)
export const SchoolTimeProvider = SchoolTimeContext

export function useSchoolTime(): SchoolTime {
  const value = use(SchoolTimeContext)
  if (!value) throw new Error('useSchoolTime outside a SchoolTimeProvider')
  return value
}

const minuteOf = (instant: number) => Math.floor(instant / 60_000)

/** The present (Unix ms), told anew at the turn of every minute and when the page wakes. */
export function useNow(): number {
  const { clock } = useSchoolTime()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      // A new state within the same minute would draw a screen twice that has just been shown.
      setNow(told => (minuteOf(told) === minuteOf(clock()) ? told : clock()))
      timer = setTimeout(tick, 60_000 - (clock() % 60_000))
    }
    tick()
    // A sleeping laptop fires no timers: the wall clock counts, not the time slept through.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [clock])
  return now
}
