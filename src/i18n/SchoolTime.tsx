import { createContext, use, useEffect, useState } from 'react'

/** The school's IANA time zone, and the clock of all times on screen (Unix ms). */
export type SchoolTime = { timeZone: string; clock: () => number }

const SchoolTimeContext = createContext<SchoolTime | undefined>(undefined)
export const SchoolTimeProvider = SchoolTimeContext

export function useSchoolTime(): SchoolTime {
  const value = use(SchoolTimeContext)
  if (!value) throw new Error('useSchoolTime outside a SchoolTimeProvider')
  return value
}

const toMinute = (instant: number) => Math.floor(instant / 60_000)

/** Returns Unix ms. Updates at every full minute and when the page becomes visible. */
export function useNow(): number {
  const { clock } = useSchoolTime()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      // An update within the same minute would render a new screen twice.
      setNow(current => (toMinute(current) === toMinute(clock()) ? current : clock()))
      timer = setTimeout(tick, 60_000 - (clock() % 60_000))
    }
    tick()
    // Timers do not fire while a laptop sleeps.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [clock])
  return now
}
