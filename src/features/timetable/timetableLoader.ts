import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { SchoolTime } from '../../i18n/SchoolTime.tsx'
import { loadChunk } from '../../lib/loadChunk.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { getDefaultView, getRequestedWeek, readAddress, timetableQuery } from './timetableAddress.ts'

/** Does not wait: the grid and a stored copy are visible at once. */
export const timetableLoader =
  (queryClient: QueryClient, { clock, timeZone }: SchoolTime) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    if (Number.isSafeInteger(courseId) && courseId > 0) {
      const today = toSchoolDay(clock(), timeZone)
      const address = readAddress(new URL(request.url).searchParams, getDefaultView())
      void queryClient.prefetchQuery(timetableQuery(courseId, getRequestedWeek(address, today), today))
      // The screen reports the error if this fails.
      if (address.view === 'day') loadChunk(() => import('./DayTimeline.tsx')).catch(() => undefined)
    }
    return null
  }
