import type { PlannedLesson } from '../../contract/plannedLesson.ts'
import { lessonsOf, readDay } from '../../contract/schoolDay.ts'
import type { TimelineDay } from '../../contract/timeline.ts'

/** The present as the school's clocks and calendar show it. */
export type Present = { day: string; time: string }

/**
 * The lessons of a subject that are running or to come, at most `count`, in order of time. Cancelled ones are among
 * them, for who looks here wants to know that.
 */
export function comingLessons(
  days: readonly TimelineDay[],
  subjectId: number,
  present: Present,
  count: number,
): PlannedLesson[] {
  return days
    .filter(day => day.date >= present.day)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(day => lessonsOf(readDay(day)))
    .filter(lesson => lesson.subject.id === subjectId)
    .filter(lesson => lesson.date > present.day || lesson.hour.end > present.time)
    .slice(0, count)
}
