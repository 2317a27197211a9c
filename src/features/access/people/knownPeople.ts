import type { QueryClient } from '@tanstack/react-query'
import { folded, wordsOf } from '../../../lib/folded.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** Somebody the app has seen. `isTeacher` is unknown where only a name was seen. */
export type KnownPerson = { id: number; name: string; isTeacher: boolean | undefined }

/**
 * Everybody in what was loaded: `members` and those of other classes first, since these say who teaches, then who handed
 * in, wrote, or has access to something. Nothing is asked for.
 */
export function knownPeople(
  client: QueryClient,
  members: readonly unknown[],
): ReadonlyMap<number, KnownPerson> {
  const people = new Map<number, KnownPerson>()
  const add = (person: unknown, isMember = false) => {
    if (!isRecord(person) || typeof person.id !== 'number' || typeof person.name !== 'string') return
    const name = harmlessName(person.name.trim())
    if (people.has(person.id) || name === '') return
    const isTeacher = isMember && typeof person.is_teacher === 'boolean' ? person.is_teacher : undefined
    people.set(person.id, { id: person.id, name, isTeacher })
  }
  const rowsOf = (resource: string): unknown[] =>
    client
      .getQueryCache()
      .findAll({ queryKey: [resource] })
      .flatMap(({ state: { data } }) => (isRecord(data) && Array.isArray(data.rows) ? data.rows : [data]))
  for (const member of members) add(member, true)
  for (const resource of ['member', 'me']) for (const row of rowsOf(resource)) add(row, true)
  for (const resource of ['submission', 'message']) {
    for (const row of rowsOf(resource)) if (isRecord(row)) add(row.user)
  }
  for (const row of rowsOf('permission')) {
    const target = isRecord(row) ? row.target : undefined
    if (isRecord(target) && isRecord(target.ids)) add({ id: target.ids.user_id, name: target.name })
  }
  return people
}

/** As many as one looks through; typing finds the others. */
const shownAtOnce = 50

/**
 * Who can be given access by what was typed: whose name has all its words, teachers first; and by a number also somebody
 * nobody has seen.
 */
export function findPeople(
  people: Iterable<KnownPerson>,
  typed: string,
  isTaken: (id: number) => boolean,
): readonly (KnownPerson | { id: number; name: undefined })[] {
  const words = wordsOf(typed)
  const found = [...people]
    .filter(({ id, name }) => !isTaken(id) && words.every(word => folded(name).includes(word)))
    .sort(
      (a, b) => Number(b.isTeacher === true) - Number(a.isTeacher === true) || a.name.localeCompare(b.name),
    )
    .slice(0, shownAtOnce)
  const number = /^\s*#?([1-9]\d{0,14})\s*$/.exec(typed)?.[1]
  const id = Number(number)
  if (number === undefined || isTaken(id)) return found
  const known = [...people].find(person => person.id === id)
  return [known ?? { id, name: undefined }, ...found.filter(person => person.id !== id)]
}

/** Whom of those with access what was typed may mean: by name, or by the whole number. Nobody before something was typed. */
export function peopleAlready(
  people: Iterable<KnownPerson>,
  typed: string,
  hasAccess: (id: number) => boolean,
): readonly KnownPerson[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const number = /^\s*#?(\d+)\s*$/.exec(typed)?.[1]
  return [...people].filter(
    ({ id, name }) =>
      hasAccess(id) && (String(id) === number || words.every(word => folded(name).includes(word))),
  )
}
