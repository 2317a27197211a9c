import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { z } from 'zod/mini'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { lazyDay } from '../../contract/schoolDay.ts'
import { TimelineDay } from '../../contract/timeline.ts'
import { toIsoWeek } from '../../lib/week.ts'
import { readText, writeText } from '../../session/storedText.ts'
import { timetableQuery } from './timetableAddress.ts'

export type Timetable = ReturnType<typeof useTimetable>

export function useTimetable(courseId: number, week: string, today: string, store: WeekStore) {
  const result = useQuery(timetableQuery(courseId, week, today))
  const { data, dataUpdatedAt, refetch } = result

  // The timeline may start on another Monday, and substitutions of yesterday are over.
  const lastToday = useRef(today)
  useEffect(() => {
    if (lastToday.current !== today) void refetch()
    lastToday.current = today
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
    const cancel = runWhenIdle(storeWeeks)
    // The tab may close before the browser is idle.
    window.addEventListener('pagehide', storeWeeks)
    return () => {
      cancel()
      window.removeEventListener('pagehide', storeWeeks)
    }
  }, [data, dataUpdatedAt, week, store])

  const hasWeekData = useMemo(
    () => data?.rows.some(day => toIsoWeek(day.date) === week) ?? false,
    [data, week],
  )
  const storedWeek = useMemo(() => (hasWeekData ? undefined : store.week(week)), [hasWeekData, week, store])
  const days = useMemo(
    () => sortUnique([...(storedWeek?.days ?? []), ...(data?.rows ?? [])]).map(lazyDay),
    [data, storedWeek],
  )
  const error = withoutSignedOut(result.error)
  return {
    /** By date. From storage if the response lacks the week. */
    days,
    /** Unix ms. Undefined without data. */
    asOf: storedWeek?.at ?? (data && dataUpdatedAt),
    /** From this browser's storage. */
    isStored: storedWeek !== undefined,
    unreadable: data?.unreadable ?? 0,
    error,
    isLoading: data === undefined && error === null,
    retry: () => void refetch(),
  }
}

const sortUnique = (days: readonly TimelineDay[]) =>
  [...new Map(days.map(day => [day.date, day])).values()].toSorted((a, b) => a.date.localeCompare(b.date))

/** `at` in Unix ms. */
const StoredWeekSchema = z.object({ at: z.number(), days: z.array(TimelineDay) })
type StoredWeek = z.infer<typeof StoredWeekSchema>
const SeenWeekSchema = z.object({ at: z.number(), cells: z.record(z.string(), z.string()) })

/** Texts by day and lesson key. `at` in Unix ms. */
export type SeenWeek = z.infer<typeof SeenWeekSchema>

/** About a school year of one class. */
const maxStoredWeeks = 45

export type WeekStore = ReturnType<typeof createWeekStore>

/**
 * Sign-out deletes keys with the user's prefix. Blocked storage and invalid entries count as missing data.
 */
export function createWeekStore(storage: Storage | undefined, userId: number, courseId: number) {
  const prefix = `staffroom:${userId}:timetable:`
  const getKey = (kind: 'week' | 'seen', week: string) => `${prefix}${kind}:${courseId}:${week}`
  return {
    saveWeeks: (days: readonly TimelineDay[], at: number) => {
      for (const [week, weekDays] of Map.groupBy(days, day => toIsoWeek(day.date))) {
        writeText(storage, getKey('week', week), JSON.stringify({ at, days: weekDays } satisfies StoredWeek))
      }
      removeOldWeeks(storage, `${prefix}week:`)
      removeOldWeeks(storage, `${prefix}seen:`)
    },
    week: (week: string) => readJson(storage, getKey('week', week), StoredWeekSchema),
    hasWeek: (week: string) => readText(storage, getKey('week', week)) !== undefined,
    readSeen: (week: string) => readJson(storage, getKey('seen', week), SeenWeekSchema),
    saveSeen: (week: string, seen: SeenWeek) =>
      writeText(storage, getKey('seen', week), JSON.stringify(seen)),
  }
}

function readJson<S extends z.ZodMiniType>(storage: Storage | undefined, key: string, schema: S) {
  try {
    const text = readText(storage, key)
    return text ? schema.safeParse(JSON.parse(text)).data : undefined
  } catch {
    return undefined
  }
}

function removeOldWeeks(storage: Storage | undefined, prefix: string): void {
  if (!storage) return
  const keys = Object.keys(storage).filter(key => key.startsWith(prefix))
  const getWeek = (key: string) => key.slice(key.lastIndexOf(':') + 1)
  for (const key of keys.toSorted((a, b) => getWeek(b).localeCompare(getWeek(a))).slice(maxStoredWeeks)) {
    storage.removeItem(key)
  }
}

/** After 2 s at the latest. Returns a function that cancels it. */
export function runWhenIdle(callback: () => void): () => void {
  // Safari has no idle callbacks. A timer at least lets the browser paint first.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(callback, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
