import { Substitution, type TimelineDay, type Unit } from '../../../contract/timeline.ts'

/** A coming lesson of a subject. `hour` counts from 1, null where the hours have no number; `start` as `HH:MM`. */
export type NextLesson = { day: string; hour: number | null; start: string }

/** The present as the school's clocks and calendar show it. */
export type Present = { day: string; time: string }

/**
 * The days on which a subject is taught next, at most `count`, by the first lesson of each. Left out are days without
 * school, cancelled lessons, and today once the subject has begun: what is running is not the next lesson.
 */
export function nextLessons(
  days: readonly TimelineDay[],
  subjectId: number,
  present: Present,
  count = 2,
): NextLesson[] {
  return days
    .filter(day => day.date >= present.day && !day.is_unschooled)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(day => {
      const [first] = day.lessons
        .filter(slot => slot.lessons?.some(lesson => lesson.id === subjectId))
        .filter(slot => !isCancelled(day, slot.unit, subjectId))
        .map(slot => ({ day: day.date, hour: hourOf(slot.unit), start: clockText(slot.unit.start) }))
        .toSorted((a, b) => a.start.localeCompare(b.start))
      if (!first || (day.date === present.day && first.start <= present.time)) return []
      return [first]
    })
    .slice(0, count)
}

/** A unit and a subject name one lesson, a unit alone all of the hour, a subject alone its lessons of the day. */
function isCancelled(day: TimelineDay, unit: Unit, subjectId: number): boolean {
  return day.representations.some(item => {
    const { data } = Substitution.safeParse(item)
    if (data?.kind !== 'cancelled') return false
    if (data.unit_id === undefined && data.lesson_id === undefined) return false
    return (
      (data.unit_id === undefined || data.unit_id === unit.id) &&
      (data.lesson_id === undefined || data.lesson_id === subjectId)
    )
  })
}

const hourOf = (unit: Unit) => unit.position ?? unit.positions?.[0] ?? null

/** `8:05:00` as `08:05`, so that text order is time order. */
const clockText = (text: string) => text.slice(0, 5).replace(/:$/, '').padStart(5, '0')
