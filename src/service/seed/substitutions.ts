/** A lesson of the day that something happens to: ids of the store. */
export type DayLesson = { unit_id: number; lesson_id: number }

/**
 * What happens to a class on a day with the lessons given, at least six, in order of time: one substitution of each
 * kind. `substitute` names a teacher who is free in that lesson.
 */
export function seedSubstitutions(
  lessons: readonly DayLesson[],
  substitute: (lesson: DayLesson) => string,
): unknown[] {
  const changes: ((lesson: DayLesson) => unknown)[] = [
    // A new room and nothing else: every key is optional (service-facts.md).
    lesson => ({ ...lesson, room: '206' }),
    lesson => ({ ...lesson, kind: 'note', note: 'Test: bring a calculator and a ruler.' }),
    lesson => ({ ...lesson, kind: 'substituted', teacher: substitute(lesson), note: 'Tasks are in Files.' }),
    lesson => ({
      ...lesson,
      kind: 'moved',
      room: 'B12',
      note: 'The usual room is used for an exam.',
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

/** Shapes nobody has heard of, by class: 8b, which everybody sees first, has none. */
export const oddities: ReadonlyMap<string, { first: unknown[]; second: unknown[] }> = new Map([
  ['6c', { first: ['Assembly in the Aula after the 4th hour.'], second: [] }],
  [
    '10a',
    {
      first: ['Assembly in the Aula after the 4th hour.'],
      second: [
        { headline: 'Canteen closed', until: '12:30', menu: ['Pasta', 'Salad'] },
        { kind: 'excursion', note: 'Museum, back by 13:00.' },
        42,
      ],
    },
  ],
])
