import type { Homework, OwnStatus } from '../../contract/homework.ts'
import type { WorkCounts } from '../../contract/workCounts.ts'
import { parseDue } from '../../lib/due.ts'
import { findDueLesson } from '../homework/due/dueLesson.ts'
import type { MyLesson } from './myDays.ts'

/** `counts` are undefined if they are unknown. */
export type DayHomework = Pick<
  Homework,
  'id' | 'course_id' | 'lesson_id' | 'text' | 'note' | 'until_datetime' | 'is_submissionable' | 'documents'
> & {
  canCorrect: boolean
  counts: WorkCounts | undefined
  ownStatus: OwnStatus | undefined
}

/** Sorts by due time, the earliest first. All lists below keep this order. */
export const sortByDue = (homework: readonly DayHomework[], timeZone: string): DayHomework[] =>
  homework
    .map(row => ({ row, dueAt: parseDue(row.until_datetime, timeZone).at }))
    .toSorted((a, b) => a.dueAt - b.dueAt || a.row.id - b.row.id)
    .map(({ row }) => row)

/** Returns the homework that is due in this lesson. `lessons` are those of its day. */
export function findDueHomework(
  homework: readonly DayHomework[],
  { courseId, lesson }: MyLesson,
  lessons: readonly MyLesson[],
  timeZone: string,
): DayHomework[] {
  const ofClass = lessons.filter(other => other.courseId === courseId).map(other => other.lesson)
  return homework.filter(
    row => row.course_id === courseId && findDueLesson(row, ofClass, timeZone)?.key === lesson.key,
  )
}

/** Returns homework of the subject with submissions to mark. */
export const findToMark = (homework: readonly DayHomework[], { courseId, lesson }: MyLesson): DayHomework[] =>
  homework.filter(
    ({ course_id, lesson_id, counts }) =>
      course_id === courseId && lesson_id === lesson.subject.id && (counts?.toCorrect ?? 0) > 0,
  )

export const listToMark = (homework: readonly DayHomework[]): DayHomework[] =>
  homework.filter(({ counts }) => (counts?.toCorrect ?? 0) > 0)

export const countToMark = (homework: readonly DayHomework[]): number =>
  homework.reduce((sum, { counts }) => sum + (counts?.toCorrect ?? 0), 0)

export const listDueOn = (homework: readonly DayHomework[], day: string, timeZone: string): DayHomework[] =>
  homework.filter(({ until_datetime }) => parseDue(until_datetime, timeZone).day === day)

/** Homework of a pupil that is neither handed in nor returned, from today on. */
export const listToDo = (homework: readonly DayHomework[], today: string, timeZone: string): DayHomework[] =>
  homework.filter(
    ({ until_datetime, ownStatus }) =>
      parseDue(until_datetime, timeZone).day >= today && !ownStatus?.is_submitted && !ownStatus?.is_corrected,
  )

/** Returned since a day, the newest first. */
export const listFeedback = (homework: readonly DayHomework[], since: string): DayHomework[] =>
  homework
    .filter(({ ownStatus }) => ownStatus?.is_corrected && (ownStatus.corrected_at ?? '') >= since)
    .toSorted((a, b) => (b.ownStatus?.corrected_at ?? '').localeCompare(a.ownStatus?.corrected_at ?? ''))

/** Values of a text like "9 of 28 handed in". All who are not missing count. */
export const formatHandedIn = ({ of, missing }: WorkCounts) => ({ count: of - missing, of: String(of) })
