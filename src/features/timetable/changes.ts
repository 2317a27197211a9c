import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'

/** A week as it was last seen: one text per day and per lesson, by key. `at` in Unix ms. */
export type SeenWeek = { at: number; cells: Record<string, string> }

/** What differs since: keys of lessons and days in order, and the names of lessons that are gone by their hour. */
export type Changes = { since: number; keys: ReadonlySet<string>; gone: ReadonlyMap<string, string> }

/** What a visit leaves behind to compare the next one with. */
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
          lesson.teacher.now,
          lesson.room.now,
          lesson.change === 'cancelled',
          lesson.notes,
        ]),
      ]),
    ]),
  )
}

/**
 * Compares a week with how it was last seen. A subject that took another's place counts once, a day that lost its
 * school counts as a day, and a day only one side has says nothing.
 */
export function changesSince(seen: SeenWeek, days: readonly SchoolDay[]): Changes {
  const keys = new Set<string>()
  const gone = new Map<string, string>()
  const now = seenCells(days)
  for (const day of days.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (seen.cells[day.date] === undefined) continue
    if (seen.cells[day.date] !== now[day.date]) keys.add(day.date)
    for (const { key } of lessonsOf(day)) if (seen.cells[key] !== now[key]) keys.add(key)
    if (day.noSchool) continue
    for (const [key, cell] of Object.entries(seen.cells)) {
      if (!key.startsWith(`${day.date}/`) || now[key] !== undefined) continue
      const hour = key.slice(0, key.lastIndexOf('/'))
      if ([...keys].some(changed => changed.startsWith(`${hour}/`))) continue
      keys.add(hour)
      gone.set(hour, nameIn(cell))
    }
  }
  return { since: seen.at, keys, gone }
}

function nameIn(cell: string): string {
  try {
    const [name] = JSON.parse(cell) as unknown[]
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}
