import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useCurrentUser } from '../../session/currentUser.ts'
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

/** IDs of notices that were closed on this page. Works without storage, too. */
const closedNotices = createStore<ReadonlySet<string>>(() => new Set())

const maxClosed = 50

/** Stores that the user closed a notice, so that a reload does not show it again. */
export function useClosedNotice(notice: string): { isClosed: boolean; close: () => void } {
  const storage = useUserStorage()
  const { id } = useCurrentUser()
  const key = `staffroom:${id}:closed-notices`
  const closed = useStore(closedNotices)
  const [stored] = useState(() => readClosed(storage, key))
  return {
    isClosed: closed.has(`${key} ${notice}`) || stored.includes(notice),
    close() {
      closedNotices.setState(new Set([...closed, `${key} ${notice}`]), true)
      try {
        const latest = [notice, ...readClosed(storage, key).filter(other => other !== notice)]
        storage?.setItem(key, latest.slice(0, maxClosed).join(' '))
      } catch {
        // Full or blocked storage: closed until the page is closed.
      }
    },
  }
}

function readClosed(storage: Storage | undefined, key: string): readonly string[] {
  try {
    return storage?.getItem(key)?.split(' ') ?? []
  } catch {
    return []
  }
}
