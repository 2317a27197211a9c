import { useEffect, useState } from 'react'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'

/** Returns the remaining seconds of an undo time. At most the undo time itself, even if the clock was set back. */
export function useSecondsUntil(endsAt: number): number {
  const { clock } = useSchoolTime()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    setNow(clock())
    if (endsAt <= clock()) return
    const timer = setInterval(() => {
      setNow(clock())
      if (clock() >= endsAt) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt, clock])
  return Math.ceil(Math.min(Math.max(0, endsAt - now), undoMs) / 1000)
}
