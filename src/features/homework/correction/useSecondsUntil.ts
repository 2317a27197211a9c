import { useEffect, useState } from 'react'
import { undoMs } from '../../../api/cache/undoableDeletions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'

/**
 * Returns the whole seconds until the end of an undo time (Unix ms), and 0 after it. It is never more than the undo time
 * itself, also if the clock was set back.
 */
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
