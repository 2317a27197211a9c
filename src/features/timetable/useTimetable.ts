import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { z } from 'zod/mini'
import { ApiError } from '../../api/client/ApiError.ts'
import { lateDay } from '../../contract/schoolDay.ts'
import { TimelineDay } from '../../contract/timeline.ts'
import { weekOf } from '../../lib/week.ts'
import { timetableQuery } from './timetableLoader.ts'

export type Timetable = ReturnType<typeof useTimetable>

/** The timetable around a week, from the service, else as this browser kept it. */
export function useTimetable(courseId: number, week: string, today: string, store: WeekStore) {
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
    const keep = () => {
      window.removeEventListener('pagehide', keep)
      const nearest = [...new Set(data.rows.map(day => weekOf(day.date)))].slice(0, 2)
      store.keep(
        data.rows.filter(day => [...nearest, week].includes(weekOf(day.date))),
        dataUpdatedAt,
      )
    }
    const cancel = whenIdle(keep)
    // A tab that is closed before it was ever idle.
    window.addEventListener('pagehide', keep)
    return () => {
      cancel()
      window.removeEventListener('pagehide', keep)
    }
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
    /** In order of date: what the service answered, before it the kept days of an earlier week. */
    days,
    /** Unix ms of what is shown; `undefined` while nothing is. */
    asOf: kept?.at ?? (data && dataUpdatedAt),
    /** Shown from what this browser kept, not from an answer of this visit. */
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

/** A week as the service last sent it; `at` in Unix ms. */
const KeptShape = z.object({ at: z.number(), days: z.array(TimelineDay) })
type KeptWeek = z.infer<typeof KeptShape>
const SeenShape = z.object({ at: z.number(), cells: z.record(z.string(), z.string()) })

/** A week as it was last seen: one text per day and per lesson, by key. `at` in Unix ms. */
export type SeenWeek = z.infer<typeof SeenShape>

/** Weeks kept for one person: enough to leaf back through a school year of one class. */
const kept = 45

export type WeekStore = ReturnType<typeof weekStore>

/**
 * What one person saw of one class's timetable, in the browser's storage below the person's own prefix, which
 * sign-out wipes. Full or blocked storage and unreadable entries count as nothing kept.
 */
export function weekStore(storage: Storage | undefined, userId: number, courseId: number) {
  const prefix = `staffroom:${userId}:timetable:`
  const keyOf = (kind: 'week' | 'seen', week: string) => `${prefix}${kind}:${courseId}:${week}`
  return {
    /** Keeps the days by their weeks. An earlier copy of a week is replaced. */
    keep: (days: readonly TimelineDay[], at: number) => {
      for (const [week, same] of Map.groupBy(days, day => weekOf(day.date))) {
        write(storage, keyOf('week', week), JSON.stringify({ at, days: same } satisfies KeptWeek))
      }
      prune(storage, `${prefix}week:`)
      prune(storage, `${prefix}seen:`)
    },
    week: (week: string) => read(storage, keyOf('week', week), KeptShape),
    has: (week: string) => textOf(storage, keyOf('week', week)) !== undefined,
    /** How a week was when the person last looked at it. */
    seen: (week: string) => read(storage, keyOf('seen', week), SeenShape),
    see: (week: string, seen: SeenWeek) => write(storage, keyOf('seen', week), JSON.stringify(seen)),
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
    // Full or blocked: the timetable works without what it would remember.
  }
}

/** Drops the earliest weeks over the limit. */
function prune(storage: Storage | undefined, prefix: string): void {
  if (!storage) return
  const keys = Object.keys(storage).filter(key => key.startsWith(prefix))
  const weekIn = (key: string) => key.slice(key.lastIndexOf(':') + 1)
  for (const key of keys.toSorted((a, b) => weekIn(b).localeCompare(weekIn(a))).slice(kept)) {
    storage.removeItem(key)
  }
}

/** Runs the work once the page has nothing better to do, after at most two seconds. Returns what cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks; a timer at least lets the paint go first.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
