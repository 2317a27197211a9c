import type { Member } from '../../../contract/courses.ts'
import { folded } from '../../../lib/folded.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { type KnownAccess, personKey } from './thingAccess.ts'
import type { Group } from './things.ts'

/** Groups of rows in their order. `member`: of the class, the service does not say as what; `group`: several people at once. */
export const peopleKinds = ['teacher', 'pupil', 'member', 'group', 'other'] as const
export type PersonKind = (typeof peopleKinds)[number]

/** A row of the matrix. `name` is '' where nobody told it. */
export type MatrixPerson = {
  key: string
  name: string
  kind: PersonKind
  /** The name as it is searched. */
  folded: string
}

export type PeopleGroup = Group<PersonKind, MatrixPerson>

/** The people of a class, by name. */
export const membersOf = (members: readonly Member[], collator: Intl.Collator): MatrixPerson[] =>
  members
    .map(({ id, name, is_teacher }) =>
      person(personKey(id), name, is_teacher === undefined ? 'member' : is_teacher ? 'teacher' : 'pupil'),
    )
    .toSorted(byName(collator))

/** Members, and everybody else who has a grant on anything that is known. */
export function peopleOf(
  members: readonly MatrixPerson[],
  known: Iterable<KnownAccess>,
  collator: Intl.Collator,
): PeopleGroup[] {
  const seen = new Set(members.map(({ key }) => key))
  const others: MatrixPerson[] = []
  for (const { grantees } of known) {
    for (const { key, name, many } of grantees) {
      if (seen.has(key)) continue
      seen.add(key)
      others.push(person(key, name, many ? 'group' : 'other'))
    }
  }
  others.sort(byName(collator))
  return peopleKinds
    .map(kind => ({ kind, entries: [...members, ...others].filter(each => each.kind === kind) }))
    .filter(({ entries }) => entries.length > 0)
}

function person(key: string, text: string, kind: PersonKind): MatrixPerson {
  const name = harmlessName(text).trim()
  return { key, name, kind, folded: folded(name) }
}

const byName = (collator: Intl.Collator) => (a: MatrixPerson, b: MatrixPerson) =>
  collator.compare(a.name, b.name) || (a.key < b.key ? -1 : 1)
