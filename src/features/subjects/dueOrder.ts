import type { Homework } from '../../contract/homework.ts'
import { type Due, dueOf } from '../../lib/due.ts'

export type DueHomework = { homework: Homework; due: Due }

/**
 * The homework of one subject: what is to come, the next first, and what is past, the latest first. What is due on a
 * day is to come until that day is over, whatever its hour.
 */
export function dueOrder(
  homeworks: readonly Homework[],
  lessonId: number,
  { today, timeZone }: { today: string; timeZone: string },
): { coming: DueHomework[]; past: DueHomework[] } {
  const all = homeworks
    .filter(homework => homework.lesson_id === lessonId)
    .map(homework => ({ homework, due: dueOf(homework.until_datetime, timeZone) }))
    .toSorted((a, b) => compare(a.due.at, b.due.at) || a.homework.id - b.homework.id)
  return {
    coming: all.filter(({ due }) => due.day >= today),
    past: all.filter(({ due }) => due.day < today).toReversed(),
  }
}

// A date that does not exist has no number to subtract.
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
