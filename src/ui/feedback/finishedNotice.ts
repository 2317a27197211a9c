import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useCurrentUser } from '../../session/currentUser.ts'
import { createTextStore } from '../../session/textStore.ts'
import { useUserStorage } from '../../session/userStorage.tsx'

/** In ms. */
const noticeDuration = 10_000

/**
 * Returns whether to show a notice about work that finished at `finishedAt` (Unix ms). Counted from the end of the
 * work, so that a reload does not show it again.
 */
export function useIsRecentlyFinished(finishedAt: number | undefined): boolean {
  const { clock } = useSchoolTime()
  const [now, setNow] = useState(clock)
  const endsAt = finishedAt === undefined ? undefined : finishedAt + noticeDuration
  useEffect(() => {
    if (endsAt === undefined) return
    const remaining = endsAt - clock()
    if (remaining <= 0) return setNow(endsAt)
    // The clock may have been set back.
    const timer = setTimeout(() => setNow(endsAt), Math.min(remaining, noticeDuration))
    // After sleep, the timer fires too late.
    const checkTime = () => {
      if (clock() >= endsAt) setNow(endsAt)
    }
    document.addEventListener('visibilitychange', checkTime)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', checkTime)
    }
  }, [endsAt, clock])
  return endsAt !== undefined && now < endsAt
}

const maxClosed = 50

/** Stores that the user closed a notice, so that a reload does not show it again. */
export function useClosedNotice(notice: string): { isClosed: boolean; close: () => void } {
  const { id } = useCurrentUser()
  const { read, write, subscribe } = createTextStore(useUserStorage(), `staffroom:${id}:closed-notices`)
  const closed = useSyncExternalStore(subscribe, read).split(' ')
  return {
    isClosed: closed.includes(notice),
    close: () => write([notice, ...closed.filter(other => other !== notice)].slice(0, maxClosed).join(' ')),
  }
}
