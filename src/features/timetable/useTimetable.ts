import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError } from '../../api/client/ApiError.ts'
import { lateDay, type SchoolDay } from '../../contract/schoolDay.ts'
import type { TimelineDay } from '../../contract/timeline.ts'
import { weekOf } from '../../lib/week.ts'
import { timetableQuery } from './timetableLoader.ts'
import { type WeekStore, whenIdle } from './weekStore.ts'

export type Timetable = {
  /** In order of date: what the service answered, before it the kept days of an earlier week. */
  days: SchoolDay[]
  /** Unix ms of what is shown; `undefined` while nothing is. */
  asOf: number | undefined
  /** Shown from what this browser kept, not from an answer of this visit. */
  kept: boolean
  unreadable: number
  error: Error | null
  loading: boolean
  retry: () => void
}

/** The timetable around a week, from the service, else as this browser kept it. */
export function useTimetable(courseId: number, week: string, today: string, store: WeekStore): Timetable {
  const result = useQuery(timetableQuery(courseId, week, today))
  const { data, dataUpdatedAt, refetch } = result

  // Midnight: the answer's weeks begin with another Monday, and yesterday's substitutions are over.
  const before = useRef(today)
  useEffect(() => {
    if (before.current !== today) void refetch()
    before.current = today
  }, [today, refetch])

  useEffect(() => {
    if (!data) return
    return whenIdle(() => {
      const nearest = [...new Set(data.rows.map(day => weekOf(day.date)))].slice(0, 2)
      store.keep(
        data.rows.filter(day => [...nearest, week].includes(weekOf(day.date))),
        dataUpdatedAt,
      )
    })
  }, [data, dataUpdatedAt, week, store])

  const answered = useMemo(() => data?.rows.some(day => weekOf(day.date) === week) ?? false, [data, week])
  const kept = useMemo(() => (answered ? undefined : store.week(week)), [answered, week, store])
  const days = useMemo(
    () => inOrder([...(kept?.days ?? []), ...(data?.rows ?? [])]).map(lateDay),
    [data, kept],
  )
  // The sign-in over the screen says so; what was asked for is asked again once somebody is signed in.
  const signedOut = result.error instanceof ApiError && result.error.kind === 'signedOut'
  const error = signedOut ? null : result.error
  return {
    days,
    asOf: kept?.at ?? (data && dataUpdatedAt),
    kept: kept !== undefined,
    unreadable: data?.unreadable ?? 0,
    error,
    loading: data === undefined && error === null,
    retry: () => void refetch(),
  }
}

/** Each day once, the later entry wins. */
const inOrder = (days: readonly TimelineDay[]) =>
  [...new Map(days.map(day => [day.date, day])).values()].toSorted((a, b) => a.date.localeCompare(b.date))
