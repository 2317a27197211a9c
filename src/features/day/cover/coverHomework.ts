import { parseDue } from '../../../lib/due.ts'
import { type DayHomework, findDueHomework } from '../dayHomework.ts'
import { lessonsOfDay, type MyDay } from '../myDays.ts'
import type { CoverLesson } from './coverDays.ts'

export type CoverHomework = { due: readonly DayHomework[]; last: DayHomework | undefined }

/**
 * Returns the homework that is due in the lesson, and the last one of the subject before it. `homework` is sorted by
 * due time.
 */
export function findCoverHomework(
  homework: readonly DayHomework[],
  { lessons }: CoverLesson,
  day: MyDay,
  timeZone: string,
): CoverHomework {
  const [{ courseId, lesson }] = lessons
  const due = lessons.flatMap(entry => findDueHomework(homework, entry, lessonsOfDay(day), timeZone))
  const last = homework.findLast(
    row =>
      row.course_id === courseId &&
      row.lesson_id === lesson.subject.id &&
      !due.includes(row) &&
      parseDue(row.until_datetime, timeZone).day <= day.date,
  )
  return { due, last }
}
