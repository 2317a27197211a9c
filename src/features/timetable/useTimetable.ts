import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { z } from 'zod/mini'
import { ApiError } from '../../api/client/ApiError.ts'
import { lazyDay } from '../../contract/schoolDay.ts'
import { TimelineDay } from '../../contract/timeline.ts'
import { toIsoWeek } from '../../lib/week.ts'
import { timetableQuery } from './timetableLoader.ts'

export type Timetable = ReturnType<typeof useTimetable>

/** Returns the timetable around a week, from the service or from the copy in this browser. */
export function useTimetable(courseId: number, week: string, today: string, store: WeekStore) {
  const result = useQuery(timetableQuery(courseId, week, today))
  const { data, dataUpdatedAt, refetch } = result

  // After midnight, the timeline may start on another Monday, and substitutions of yesterday are over.
  const before = useRef(today)
  useEffect(() => {
    if (before.current !== today) void refetch()
    before.current = today
  }, [today, refetch])

  useEffect(() => {
    if (!data) return
    const storeWeeks = () => {
      window.removeEventListener('pagehide', storeWeeks)
      const nearest = [...new Set(data.rows.map(day => toIsoWeek(day.date)))].slice(0, 2)
      store.saveWeeks(
        data.rows.filter(day => [...nearest, week].includes(toIsoWeek(day.date))),
        dataUpdatedAt,
      )
    }
    const cancel = whenIdle(storeWeeks)
    // The tab may close before the browser was idle.
    window.addEventListener('pagehide', storeWeeks)
    return () => {
      cancel()
      window.removeEventListener('pagehide', storeWeeks)
    }
  }, [data, dataUpdatedAt, week, store])

  const answered = useMemo(() => data?.rows.some(day => toIsoWeek(day.date) === week) ?? false, [data, week])
  const storedWeek = useMemo(() => (answered ? undefined : store.week(week)), [answered, week, store])
  const days = useMemo(
    () => inOrder([...(storedWeek?.days ?? []), ...(data?.rows ?? [])]).map(lazyDay),
    [data, storedWeek],
  )
  // The sign-in dialog already reports it. Failed requests are sent again after the sign-in.
  const signedOut = result.error instanceof ApiError && result.error.kind === 'signedOut'
  const error = signedOut ? null : result.error
  return {
    /** Sorted by date: the response of the service and the stored days of the week, if it has none of them. */
    days,
    /** Time of the data shown in Unix ms. Undefined without data. */
    asOf: storedWeek?.at ?? (data && dataUpdatedAt),
    /** Whether the week comes from this browser's storage instead of a response of this visit. */
    kept: storedWeek !== undefined,
    unreadable: data?.unreadable ?? 0,
    error,
    loading: data === undefined && error === null,
    retry: () => void refetch(),
  }
}

/** Removes duplicate days, of which the last one remains, and sorts by date. */
const inOrder = (days: readonly TimelineDay[]) =>
  [...new Map(days.map(day => [day.date, day])).values()].toSorted((a, b) => a.date.localeCompare(b.date))

/** A week as last received from the service. `at` in Unix ms. */
const KeptShape = z.object({ at: z.number(), days: z.array(TimelineDay) })
type KeptWeek = z.infer<typeof KeptShape>
const SeenShape = z.object({ at: z.number(), cells: z.record(z.string(), z.string()) })

/** A week as the user last saw it: a text per day and per lesson, by key. `at` in Unix ms. */
export type SeenWeek = z.infer<typeof SeenShape>

/** Maximum number of stored weeks per user: about a school year of one class. */
const kept = 45

export type WeekStore = ReturnType<typeof weekStore>

/**
 * Stores what a user saw of a class's timetable, below their own prefix in the browser's storage. Sign-out deletes it.
 * Errors of the storage and invalid entries are treated as missing data.
 */
export function weekStore(storage: Storage | undefined, userId: number, courseId: number) {
  const prefix = `staffroom:${userId}:timetable:`
  const keyOf = (kind: 'week' | 'seen', week: string) => `${prefix}${kind}:${courseId}:${week}`
  return {
    /** Stores the days by week. Replaces earlier copies. */
    saveWeeks: (days: readonly TimelineDay[], at: number) => {
      for (const [week, same] of Map.groupBy(days, day => toIsoWeek(day.date))) {
        write(storage, keyOf('week', week), JSON.stringify({ at, days: same } satisfies KeptWeek))
      }
      prune(storage, `${prefix}week:`)
      prune(storage, `${prefix}seen:`)
    },
    week: (week: string) => read(storage, keyOf('week', week), KeptShape),
    hasWeek: (week: string) => textOf(storage, keyOf('week', week)) !== undefined,
    /** Returns how the user last saw a week. */
    readSeen: (week: string) => read(storage, keyOf('seen', week), SeenShape),
    saveSeen: (week: string, seen: SeenWeek) => write(storage, keyOf('seen', week), JSON.stringify(seen)),
  }
}

export function textOf(storage: Storage | undefined, key: string): string | undefined {
  try {
    return storage?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function read<S extends z.ZodMiniType>(storage: Storage | undefined, key: string, schema: S) {
  try {
    const text = textOf(storage, key)
    return text ? schema.safeParse(JSON.parse(text)).data : undefined
  } catch {
    return undefined
  }
}

export function write(storage: Storage | undefined, key: string, text: string): void {
  try {
    storage?.setItem(key, text)
  } catch {
    // Full or blocked storage: the timetable works without it.
  }
}

/** Deletes the earliest weeks beyond the limit. */
function prune(storage: Storage | undefined, prefix: string): void {
  if (!storage) return
  const keys = Object.keys(storage).filter(key => key.startsWith(prefix))
  const weekIn = (key: string) => key.slice(key.lastIndexOf(':') + 1)
  for (const key of keys.toSorted((a, b) => weekIn(b).localeCompare(weekIn(a))).slice(kept)) {
    storage.removeItem(key)
  }
}

/** Runs a function when the browser is idle, after 2 s at the latest. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks. A timer at least lets the browser paint first.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
