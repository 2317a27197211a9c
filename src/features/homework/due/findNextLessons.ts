import type { Hour } from '../../../contract/lessons.ts'
import { lessonsOf, type SchoolDay } from '../../../contract/schoolDay.ts'

/** `start` is `HH:MM` in school time. */
export type NextLesson = Pick<Hour, 'position' | 'lastPosition' | 'start'> & { day: string }

/** In school time. */
type SchoolMoment = { day: string; time: string }

/**
 * Returns the first lesson of each of the next days with the subject, at most `count`. Skips today once that lesson has
 * begun.
 */
export function findNextLessons(
  days: readonly SchoolDay[],
  subjectId: number,
  current: SchoolMoment,
  count = 2,
): NextLesson[] {
  return days
    .filter(day => day.date >= current.day && !day.noSchool)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(day => {
      const [first] = lessonsOf(day)
        .filter(({ subject, change }) => subject.id === subjectId && change !== 'cancelled')
        .map(({ hour }) => ({
          day: day.date,
          position: hour.position,
          lastPosition: hour.lastPosition,
          start: hour.start,
        }))
      if (!first || (day.date === current.day && first.start <= current.time)) return []
      return [first]
    })
    .slice(0, count)
}
