import type { MatrixPerson, PeopleGroup, PersonKind } from './people.ts'

/** A line of the grid: the heading of a group, or a person; `row` counts people. */
export type Line =
  | { heading: PersonKind; count: number }
  | { heading: undefined; person: MatrixPerson; row: number }

export function linesOf(groups: readonly PeopleGroup[]): Line[] {
  let row = 0
  return groups.flatMap(({ kind, entries }): Line[] => [
    { heading: kind, count: entries.length },
    ...entries.map((person): Line => ({ heading: undefined, person, row: row++ })),
  ])
}
