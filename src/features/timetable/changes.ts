import { useEffect, useMemo, useRef } from 'react'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { type SeenWeek, type WeekStore, whenIdle } from './useTimetable.ts'

/**
 * The differences since a visit. `keys` are those of lessons and days, and of the rows in `removed` (`date/row key`).
 * `removed` has the names of removed lessons by the row in which they started.
 */
export type Changes = { since: number; keys: ReadonlySet<string>; removed: ReadonlyMap<string, string> }

/** Returns the content of each day and lesson by key, for comparison on the next visit. */
export function seenCells(days: readonly SchoolDay[]): Record<string, string> {
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
          // Only if there are some, so that the texts of other lessons stay equal to stored ones.
          ...(lesson.parts ? [lesson.parts] : []),
        ]),
      ]),
    ]),
  )
}

/**
 * Compares a week with how the user last saw it. If one subject replaces another, only the new lesson counts. A day
 * whose school was cancelled counts as one change. Days that only one side contains are ignored.
 */
export function changesSince(seen: SeenWeek, days: readonly SchoolDay[]): Changes {
  const keys = new Set<string>()
  const removed = new Map<string, string>()
  const now = seenCells(days)
  for (const day of days.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (seen.cells[day.date] === undefined) continue
    if (seen.cells[day.date] !== now[day.date]) keys.add(day.date)
    const unchanged = new Set<string>()
    const changed = lessonsOf(day).filter(lesson => {
      const earlier = earlierKeys(seen.cells, now, lesson)
      for (const key of earlier) unchanged.add(key)
      return earlier.length === 0 && seen.cells[lesson.key] !== now[lesson.key]
    })
    for (const { key } of changed) keys.add(key)
    if (day.noSchool) continue
    for (const [key, cell] of Object.entries(seen.cells)) {
      if (!key.startsWith(`${day.date}/`) || now[key] !== undefined || unchanged.has(key)) continue
      const place = placeOf(key)
      if (changed.some(lesson => overlaps(placeOf(lesson.key), place))) continue
      const row = `${day.date}/${place.row}`
      keys.add(row)
      removed.set(row, nameIn(cell))
    }
  }
  return { since: seen.at, keys, removed }
}

/**
 * Returns the earlier keys of a lesson that has not changed apart from its key. An earlier version of the app, or of the
 * service, had a double period under its first period, or as two lessons. Empty if the lesson has changed or is new.
 */
function earlierKeys(
  seen: SeenWeek['cells'],
  now: SeenWeek['cells'],
  { key, date, subject }: PlannedLesson,
): string[] {
  if (seen[key] !== undefined) return []
  const keys = Object.keys(seen).filter(
    other =>
      now[other] === undefined &&
      other.startsWith(`${date}/`) &&
      other.endsWith(`/${subject.id}`) &&
      overlaps(placeOf(other), placeOf(key)),
  )
  return joinedCells(keys.map(other => seen[other] ?? '')) === now[key] ? keys : []
}

/** Returns the text of a lesson that has the periods of these lessons. Undefined if they differ in anything else. */
function joinedCells(cells: readonly string[]): string | undefined {
  const lessons = cells.map(contentOf).toSorted((a, b) => String(a[1]).localeCompare(String(b[1])))
  const [first] = lessons
  if (!first) return undefined
  const end = lessons.at(-1)?.[2]
  const joined = lessons.map(([name, , , ...rest]) => JSON.stringify([name, first[1], end, ...rest]))
  return new Set(joined).size === 1 ? joined[0] : undefined
}

/** The row in which a lesson starts, and its periods. Both are 0 if they have no numbers. */
type Place = { row: string; first: number; last: number }

/** Returns the place of a lesson from its key, `date/slot key/subject id`. */
function placeOf(key: string): Place {
  const slot = key.slice(key.indexOf('/') + 1, key.lastIndexOf('/'))
  const [, first = '', last = first] = /^hour (\d+)(?:-(\d+))?$/.exec(slot) ?? []
  return { row: first ? `hour ${first}` : slot, first: Number(first), last: Number(last) }
}

const overlaps = (a: Place, b: Place) =>
  a.first > 0 && b.first > 0 ? a.first <= b.last && b.first <= a.last : a.row === b.row

function nameIn(cell: string): string {
  const [name] = contentOf(cell)
  return typeof name === 'string' ? name : ''
}

/** Returns the values of a lesson: its subject, start, end and others. Empty for invalid text in the storage. */
function contentOf(cell: string): unknown[] {
  const content = parseJson(cell)
  return Array.isArray(content) ? content : []
}

/**
 * Minimum duration of a visit in ms. A shorter one, like a reload or paging through weeks, does not clear the marks.
 */
const minVisitMs = 5_000

/**
 * Returns the differences of a week since the user last saw it. They stay the same during the visit. Leaving the week,
 * the screen or the tab after `minVisitMs` ms stores the week as seen.
 */
export function useChanges(
  store: WeekStore,
  week: string,
  days: readonly SchoolDay[] | undefined,
  clock: () => number,
): Changes | undefined {
  const seen = useMemo(() => store.readSeen(week), [store, week])
  const latest = useRef(days)
  const closing = useRef(false)

  // Declared before the effect below, so that its cleanup knows whether the screen unmounts or only the week changes.
  useEffect(() => {
    closing.current = false
    return () => {
      closing.current = true
    }
  }, [])

  useEffect(() => {
    const arrived = clock()
    const leave = (later = false) => {
      const left = latest.current
      const at = clock()
      if (!left || (seen !== undefined && at - arrived < minVisitMs)) return
      const see = () => store.saveSeen(week, { at, cells: seenCells(left) })
      if (later) whenIdle(see)
      else see()
    }
    const close = () => leave()
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    window.addEventListener('pagehide', close)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', close)
      document.removeEventListener('visibilitychange', hide)
      leave(!closing.current)
      latest.current = undefined
    }
  }, [store, week, seen, clock])

  // Declared after the effect above, so that its cleanup stores the days of the week being left.
  useEffect(() => {
    latest.current = days
  }, [days])

  return useMemo(() => (seen && days ? changesSince(seen, days) : undefined), [seen, days])
}
