import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { courses } from '../../../contract/courses.ts'
import { me } from '../../../contract/me.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { foldText, hasWords, splitSearchWords } from '../../../lib/foldText.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'

/** `isTeacher` is undefined if the source contains only the name. */
export type KnownPerson = { id: number; name: string; isTeacher: boolean | undefined }

/**
 * Sends no request. Members of classes come first, because they say who is a teacher. Then come people with
 * submissions, messages or grants.
 */
export function getCachedPeople(
  client: QueryClient,
  members: readonly unknown[],
): ReadonlyMap<number, KnownPerson> {
  const people = new Map<number, KnownPerson>()
  const add = (person: unknown, isMember = false) => {
    if (!isRecord(person) || typeof person.id !== 'number' || typeof person.name !== 'string') return
    const name = sanitizeName(person.name.trim())
    if (people.has(person.id) || name === '') return
    const isTeacher = isMember && typeof person.is_teacher === 'boolean' ? person.is_teacher : undefined
    people.set(person.id, { id: person.id, name, isTeacher })
  }
  for (const member of members) add(member, true)
  for (const resource of ['member', 'me']) for (const row of getCachedRows(client, resource)) add(row, true)
  for (const resource of ['submission', 'message']) {
    for (const row of getCachedRows(client, resource)) if (isRecord(row)) add(row.user)
  }
  for (const row of getCachedRows(client, 'permission')) {
    const target = isRecord(row) ? row.target : undefined
    if (!isRecord(target) || !isRecord(target.ids)) continue
    add({ id: target.ids.user_id, name: target.name, is_teacher: target.is_teacher }, true)
  }
  return people
}

const getCachedRows = (client: QueryClient, resource: string): unknown[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: [resource] })
    .flatMap(({ state: { data } }) => (isRecord(data) && Array.isArray(data.rows) ? data.rows : [data]))

const maxMatches = 50

/**
 * Returns people without access whose names have all typed words, teachers first. A typed ID also finds an
 * unknown person.
 */
export function findPeople(
  people: Iterable<KnownPerson>,
  text: string,
  isTaken: (id: number) => boolean,
  language: string,
): readonly (KnownPerson | { id: number; name: undefined })[] {
  const words = splitSearchWords(text)
  const byName = compareByFamilyName(language)
  const found = [...people]
    .filter(({ id, name }) => !isTaken(id) && hasWords(foldText(name), words))
    .sort(
      (a, b) => Number(b.isTeacher === true) - Number(a.isTeacher === true) || byName(a, b) || a.id - b.id,
    )
    .slice(0, maxMatches)
  const number = /^\s*#?([1-9]\d{0,14})\s*$/.exec(text)?.[1]
  const id = Number(number)
  if (number === undefined || isTaken(id)) return found
  const known = [...people].find(person => person.id === id)
  return [known ?? { id, name: undefined }, ...found.filter(person => person.id !== id)]
}

/** Finds people who can't be chosen, by name or by their whole ID. Empty for an empty text. */
export function findTakenPeople(
  people: Iterable<KnownPerson>,
  text: string,
  isTaken: (id: number) => boolean,
): readonly KnownPerson[] {
  const words = splitSearchWords(text)
  if (words.length === 0) return []
  const number = /^\s*#?(\d+)\s*$/.exec(text)?.[1]
  return [...people].filter(
    ({ id, name }) => isTaken(id) && (String(id) === number || hasWords(foldText(name), words)),
  )
}

export type People = { all: ReadonlyMap<number, KnownPerson> }

/** Fetches the members of the class, and those of all the user's classes once `shouldFetchAllClasses` is true. */
export function usePeople(
  courseId: number | undefined,
  shouldFetch: boolean,
  shouldFetchAllClasses = shouldFetch && courseId === undefined,
): People {
  const client = useQueryClient()
  const memberships = useQuery({ ...query(me.memberships, {}), enabled: shouldFetchAllClasses })
  const ownIds = shouldFetchAllClasses
    ? (memberships.data?.rows ?? []).filter(row => row.is_pending !== true).map(row => row.course_id)
    : []
  const members = useQueries({
    queries: [...new Set([...(courseId === undefined ? [] : [courseId]), ...ownIds])].map(course_id =>
      query(courses.members, { course_id }),
    ),
    combine: results => results.flatMap(({ data }) => data?.rows ?? []),
  })
  const own = useQuery(query(me.get, {})).data
  return { all: getCachedPeople(client, own ? [...members, own] : members) }
}
