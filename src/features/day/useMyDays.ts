import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { isPupil, me } from '../../contract/me.ts'
import { timeline } from '../../contract/timeline.ts'
import { useMyClasses } from './MyClassesContext.ts'
import { createMyDays } from './myDays.ts'

/** In ms. Substitutions change during the morning. */
const refetchInterval = 5 * 60_000

/** Returns the days of the user with their lessons. */
export function useMyDays() {
  const profile = useQuery(query(me.get, {}))
  const isForPupil = profile.data !== undefined && isPupil(profile.data)
  const mine = useQuery(query(timeline.mine, {}, { every: refetchInterval, pollsWhileLive: true }))
  const days = useMemo(() => createMyDays(mine.data?.rows ?? []), [mine.data])
  const classes = useMyClasses()
  const memberships = useQuery(query(me.memberships, {}))
  return {
    days,
    isForPupil,
    /** False while the profile is unknown. */
    isTeacher: profile.data !== undefined && !isForPupil,
    isProfileLoading: profile.isLoading,
    // Until the profile is loaded, the user may be a pupil.
    isLoaded: mine.data !== undefined && !profile.isLoading,
    error: withoutSignedOut(mine.error),
    /** In Unix ms. */
    loadedAt: mine.data && mine.dataUpdatedAt,
    retry: () => void mine.refetch(),
    classes,
    /** Whether `classes` is complete, so that an empty list means that the user has no class. */
    areClassesKnown: classes.length > 0 || memberships.data !== undefined,
  }
}

export type MyDays = ReturnType<typeof useMyDays>
