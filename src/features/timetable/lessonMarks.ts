import type { Homework } from '../../contract/homework.ts'
import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { parseDue } from '../../lib/due.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { findDueLesson } from '../homework/due/dueLesson.ts'

/** Homework that is due in one lesson. */
export type LessonMark = {
  due: number
  /** Number of loaded submissions to mark. */
  toMark: number
  /** Number of loaded submissions of the pupil that are handed in or returned. */
  done: number
}

/** By the key of the lesson, or by the date of a day without school. */
export type LessonMarks = ReadonlyMap<string, LessonMark>

type MarkedHomework = Pick<Homework, 'id' | 'lesson_id' | 'until_datetime'>

type Counts = { toMark: ReadonlyMap<number, number>; done: ReadonlySet<number> }

/** Returns the marks of the lessons in which homework is due, and of days without school. */
export function getLessonMarks(
  homework: readonly MarkedHomework[],
  days: readonly SchoolDay[],
  counts: Counts,
  timeZone: string,
): LessonMarks {
  const marks = new Map<string, LessonMark>()
  for (const { date, row } of findNearDays(homework, days)) {
    const key = findDueKey(row, date, timeZone)
    if (key === undefined) continue
    const { due, toMark, done } = marks.get(key) ?? { due: 0, toMark: 0, done: 0 }
    marks.set(key, {
      due: due + 1,
      toMark: toMark + (counts.toMark.get(row.id) ?? 0),
      done: done + (counts.done.has(row.id) ? 1 : 0),
    })
  }
  return marks
}

function findDueKey(row: MarkedHomework, day: SchoolDay, timeZone: string): string | undefined {
  if (!day.noSchool) return findDueLesson(row, lessonsOf(day), timeZone)?.key
  return parseDue(row.until_datetime, timeZone).day === day.date ? day.date : undefined
}

/** Compares text before times are parsed, because a class can have 10,000 homework. A time zone moves a day by one at most. */
function findNearDays(homework: readonly MarkedHomework[], days: readonly SchoolDay[]) {
  const byDate = Map.groupBy(homework, ({ until_datetime }) => until_datetime.slice(0, 10))
  return days.flatMap(date =>
    [-1, 0, 1].flatMap(offset =>
      (byDate.get(addDaysToDay(date.date, offset)) ?? []).map(row => ({ date, row })),
    ),
  )
}
