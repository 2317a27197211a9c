import type { Hour } from '../../../contract/lessons.ts'
import type { SchoolNow } from '../../../lib/schoolTime.ts'
import { lessonsOfDay, type MyDay, type MyLesson } from '../myDays.ts'

/** Lessons of one subject and class without another lesson between them. */
export type CoverLesson = {
  /** Key of the first lesson. */
  key: string
  lessons: readonly [MyLesson, ...MyLesson[]]
  start: string
  end: string
}

/** Returns the lessons that take place, also those that a colleague takes already. */
export function listCoverLessons(day: MyDay | undefined): CoverLesson[] {
  const blocks: CoverLesson[] = []
  for (const lesson of day ? lessonsOfDay(day) : []) {
    if (lesson.lesson.change === 'cancelled') continue
    const previous = blocks.at(-1)
    if (previous && isContinuedBy(previous, lesson)) {
      blocks[blocks.length - 1] = {
        ...previous,
        lessons: [...previous.lessons, lesson],
        end: lesson.hour.end,
      }
    } else {
      blocks.push({ key: lesson.key, lessons: [lesson], start: lesson.hour.start, end: lesson.hour.end })
    }
  }
  return blocks
}

function isContinuedBy({ lessons, end }: CoverLesson, next: MyLesson): boolean {
  const last = lessons.at(-1) ?? lessons[0]
  return (
    last.courseId === next.courseId &&
    last.lesson.subject.id === next.lesson.subject.id &&
    last.lesson.room.current === next.lesson.room.current &&
    last.role === next.role &&
    end <= next.hour.start
  )
}

export const getHours = ({ lessons }: CoverLesson): Hour[] => lessons.map(({ hour }) => hour)

/** Days with such lessons, from today on. */
export const listCoverDays = (days: readonly MyDay[], today: string): MyDay[] =>
  days.filter(day => day.date >= today && listCoverLessons(day).length > 0)

/** Returns today while lessons remain, otherwise the next day with lessons. */
export const getDefaultDate = (days: readonly MyDay[], { day: today, time }: SchoolNow): string | undefined =>
  listCoverDays(days, today).find(
    day => day.date > today || listCoverLessons(day).some(({ end }) => end > time),
  )?.date
