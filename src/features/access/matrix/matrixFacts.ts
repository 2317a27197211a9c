import { hasOnlyOneAdmin } from './narrowed.ts'
import type { PeopleGroup } from './people.ts'
import type { ThingAccess } from './thingAccess.ts'
import { entriesOf, type ThingGroup } from './things.ts'

/** Counts of things. `loaded`: what there is to know of it is known; the rest of the counts is of those. */
export type MatrixFacts = {
  all: number
  loaded: number
  onlyOneAdmin: number
  pupilAdmin: number
  hidden: number
  unasked: number
  untold: number
  failed: number
}

export function matrixFacts(
  things: readonly ThingGroup[],
  people: readonly PeopleGroup[],
  access: ReadonlyMap<string, ThingAccess>,
): MatrixFacts {
  const pupils = new Set(people.find(({ kind }) => kind === 'pupil')?.entries.map(({ key }) => key))
  const facts = {
    all: 0,
    loaded: 0,
    onlyOneAdmin: 0,
    pupilAdmin: 0,
    hidden: 0,
    unasked: 0,
    untold: 0,
    failed: 0,
  }
  for (const { key } of entriesOf(things)) {
    const known = access.get(key)
    facts.all++
    if (!known) continue
    if (known.state !== 'failed') facts.loaded++
    if (known.state !== 'known') facts[known.state]++
    else if (known.admins.some(admin => pupils.has(admin))) facts.pupilAdmin++
    if (hasOnlyOneAdmin(known)) facts.onlyOneAdmin++
  }
  return facts
}
