import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { dayOf } from '../../lib/schoolTime.ts'
import type { SchoolTime } from '../../ui/SchoolTime.tsx'
import { askedWeek } from './askedWeek.ts'
import { readAddress } from './timetableAddress.ts'
import { timetableQuery } from './timetableQuery.ts'

/**
 * Starts the request while the screen's code is still on its way. It does not wait: the grid stands at once, and a
 * week this browser has kept shows while the school answers.
 */
export const timetableLoader =
  (queryClient: QueryClient, { clock, timeZone }: SchoolTime) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    if (Number.isSafeInteger(courseId) && courseId > 0) {
      const today = dayOf(clock(), timeZone)
      const week = askedWeek(readAddress(new URL(request.url).searchParams), today)
      void queryClient.prefetchQuery(timetableQuery(courseId, week, today))
    }
    return null
  }
