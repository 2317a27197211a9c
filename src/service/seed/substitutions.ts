import { oddClass, oddSubstitutions } from './oddSchool.ts'
import type { SchoolKind } from './schoolKind.ts'
import type { SchoolTexts } from './texts/SchoolTexts.ts'
import { textsOf } from './texts/textsOf.ts'

/** A lesson of the day that something happens to: ids of the store. */
export type DayLesson = { unit_id: number; lesson_id: number }

/**
 * What happens to a class on a day with the lessons given, at least six, in order of time: one substitution of each
 * kind. `substitute` names a teacher who is free in that lesson.
 */
export function seedSubstitutions(
  lessons: readonly DayLesson[],
  substitute: (lesson: DayLesson) => string,
  { test, tasks, exam }: SchoolTexts['substitutions'],
): unknown[] {
  const changes: ((lesson: DayLesson) => unknown)[] = [
    // A new room and nothing else: every key is optional (service-facts.md).
    lesson => ({ ...lesson, room: '206' }),
    lesson => ({ ...lesson, kind: 'note', note: test }),
    lesson => ({ ...lesson, kind: 'substituted', teacher: substitute(lesson), note: tasks }),
    lesson => ({
      ...lesson,
      kind: 'moved',
      room: 'B12',
      note: exam,
    }),
    lesson => ({ ...lesson, kind: 'cancelled' }),
  ]
  return changes.flatMap((change, index) => {
    const lesson = lessons[places[index] ?? 0]
    return lesson ? [change(lesson)] : []
  })
}

/** Which lessons of the day the changes fall on; leaves the third alone. */
const places = [0, 1, 3, 4, 5]

/** What is said of a day as a whole; 8b, which everybody sees first, has none. */
export function remarksOf(
  className: string,
  day: 'first' | 'second',
  { language }: SchoolKind,
): readonly unknown[] {
  if (!['10a', '6c', oddClass].includes(className)) return []
  if (day === 'first') return [textsOf(language).substitutions.assembly]
  return className === oddClass ? oddSubstitutions : []
}
