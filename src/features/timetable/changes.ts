import { useEffect, useMemo, useRef } from 'react'
import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { runWhenIdle, type SeenWeek, type WeekStore } from './useTimetable.ts'

/**
 * Keys of lessons and days, and of rows in `removed` (`date/row key`), which has the names of removed lessons
 * by their first row.
 */
export type Changes = { since: number; keys: ReadonlySet<string>; removed: ReadonlyMap<string, string> }

/** For comparison on the next visit. */
export function serializeCells(days: readonly SchoolDay[]): Record<string, string> {
  return Object.fromEntries(
    days.flatMap(day => [
      [day.date, JSON.stringify([day.noSchool, day.reason, day.remarks])],
      ...lessonsOf(day).map(lesson => [
        lesson.key,
        JSON.stringify([
          lesson.subject.name,
          lesson.hour.start,
          lesson.hour.end,
          lesson.teacher.current,
          lesson.room.current,
          lesson.change === 'cancelled',
          lesson.notes,
          lesson.parts,
        ]),
      ]),
    ]),
  )
}

/** A replaced subject or a free day is one change. Ignores days that only one side contains. */
export function findChanges(seen: SeenWeek, days: readonly SchoolDay[]): Changes {
  const keys = new Set<string>()
  const removed = new Map<string, string>()
  const latest = serializeCells(days)
  for (const day of days.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (seen.cells[day.date] === undefined) continue
    if (seen.cells[day.date] !== latest[day.date]) keys.add(day.date)
    const changed = lessonsOf(day).filter(({ key }) => seen.cells[key] !== latest[key])
    for (const { key } of changed) keys.add(key)
    if (day.noSchool) continue
    for (const [key, cell] of Object.entries(seen.cells)) {
      if (!key.startsWith(`${day.date}/`) || latest[key] !== undefined) continue
      const position = parsePosition(key)
      if (changed.some(lesson => overlaps(parsePosition(lesson.key), position))) continue
      const row = `${day.date}/${position.row}`
      keys.add(row)
      removed.set(row, readName(cell))
    }
  }
  return { since: seen.at, keys, removed }
}

/** Both periods are 0 without numbers. */
type Position = { row: string; first: number; last: number }

function parsePosition(key: string): Position {
  const slot = key.slice(key.indexOf('/') + 1, key.lastIndexOf('/'))
  const [, first = '', last = first] = /^hour (\d+)(?:-(\d+))?$/.exec(slot) ?? []
  return { row: first ? `hour ${first}` : slot, first: Number(first), last: Number(last) }
}

const overlaps = (a: Position, b: Position) =>
  a.first > 0 && b.first > 0 ? a.first <= b.last && b.first <= a.last : a.row === b.row

/** Returns '' for invalid stored text. */
function readName(cell: string): string {
  const content = parseJson(cell)
  return Array.isArray(content) && typeof content[0] === 'string' ? content[0] : ''
}

/** A reload or paging through weeks does not clear the marks. */
const minVisitMs = 5_000

/** Constant during the visit, whose end stores the week as seen. */
export function useChanges(
  store: WeekStore,
  week: string,
  days: readonly SchoolDay[] | undefined,
  clock: () => number,
): Changes | undefined {
  const seen = useMemo(() => store.readSeen(week), [store, week])
  const latest = useRef(days)
  const isUnmounting = useRef(false)

  // First, so that the next cleanup knows whether the screen unmounts.
  useEffect(() => {
    isUnmounting.current = false
    return () => {
      isUnmounting.current = true
    }
  }, [])

  useEffect(() => {
    const startedAt = clock()
    const endVisit = (isDeferred = false) => {
      const lastDays = latest.current
      const at = clock()
      if (!lastDays || (seen !== undefined && at - startedAt < minVisitMs)) return
      const saveSeen = () => store.saveSeen(week, { at, cells: serializeCells(lastDays) })
      if (isDeferred) runWhenIdle(saveSeen)
      else saveSeen()
    }
    const handlePageHide = () => endVisit()
    const handleVisibilityChange = () => {
      if (document.visibilityState === 'hidden') endVisit()
    }
    window.addEventListener('pagehide', handlePageHide)
    document.addEventListener('visibilitychange', handleVisibilityChange)
    return () => {
      window.removeEventListener('pagehide', handlePageHide)
      document.removeEventListener('visibilitychange', handleVisibilityChange)
      endVisit(!isUnmounting.current)
      latest.current = undefined
    }
  }, [store, week, seen, clock])

  // Second, so that its cleanup stores the days of the week being left.
  useEffect(() => {
    latest.current = days
  }, [days])

  return useMemo(() => (seen && days ? findChanges(seen, days) : undefined), [seen, days])
}
