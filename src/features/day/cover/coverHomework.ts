import { parseDue } from '../../../lib/due.ts'
import { type DayHomework, findDueHomework } from '../dayHomework.ts'
import { lessonsOfDay, type MyDay } from '../myDays.ts'
import type { CoverLesson } from './coverDays.ts'

export type CoverHomework = { due: readonly DayHomework[]; last: DayHomework | undefined }

/** Returns the homework that is due in the lesson, and the last one of the subject before it. */
export function findCoverHomework(
  homework: readonly DayHomework[],
  { lessons }: CoverLesson,
  day: MyDay,
  timeZone: string,
): CoverHomework {
  const [{ courseId, lesson }] = lessons
  const due = lessons.flatMap(entry => findDueHomework(homework, entry, lessonsOfDay(day), timeZone))
  const last = homework
    .filter(
      row =>
        row.course_id === courseId &&
        row.lesson_id === lesson.subject.id &&
        !due.includes(row) &&
        parseDue(row.until_datetime, timeZone).day <= day.date,
    )
    .toSorted((a, b) => b.until_datetime.localeCompare(a.until_datetime) || b.id - a.id)[0]
  return { due, last }
}
