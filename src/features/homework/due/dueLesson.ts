import type { Homework } from '../../../contract/homework.ts'
import type { PlannedLesson } from '../../../contract/lessons.ts'
import { lessonsOf, type SchoolDay } from '../../../contract/schoolDay.ts'
import { parseDue } from '../../../lib/due.ts'

/** `lesson_id` is the subject. */
export type DueHomework = Pick<Homework, 'until_datetime'> & { lesson_id: number | null }

/**
 * Returns the lesson in which homework is due: the one at its time, otherwise the first of that day that takes place.
 * Undefined if the subject has no lesson on that day.
 *
 * @param lessons of one class, sorted by time
 */
export function findDueLesson(
  { lesson_id, until_datetime }: DueHomework,
  lessons: readonly PlannedLesson[],
  timeZone: string,
): PlannedLesson | undefined {
  const { day, time } = parseDue(until_datetime, timeZone)
  const ofSubject = lessons.filter(({ subject, date }) => subject.id === lesson_id && date === day)
  const atTime = time === undefined ? undefined : ofSubject.find(({ hour }) => time < hour.end)
  return atTime ?? ofSubject.find(({ change }) => change !== 'cancelled') ?? ofSubject[0]
}

/** Why homework can't be collected when it is due. */
export type DueProblem = 'noSchool' | 'cancelled'

/** Returns undefined if the lesson takes place, and for a day that is not in `days`. */
export function getDueProblem(
  homework: DueHomework,
  days: readonly SchoolDay[],
  timeZone: string,
): DueProblem | undefined {
  const due = parseDue(homework.until_datetime, timeZone)
  const day = days.find(({ date }) => date === due.day)
  if (!day) return undefined
  if (day.noSchool) return 'noSchool'
  return findDueLesson(homework, lessonsOf(day), timeZone)?.change === 'cancelled' ? 'cancelled' : undefined
}
