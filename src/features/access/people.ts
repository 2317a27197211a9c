import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { canCorrect, Homework } from '../../contract/homework.ts'
import { me } from '../../contract/me.ts'
import { permissions } from '../../contract/permissions.ts'
import { submissions } from '../../contract/submissions.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import { foldText, splitWords } from '../../lib/foldText.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

/** A person known to the app. `isTeacher` is undefined if only the name is known. */
export type KnownPerson = { id: number; name: string; isTeacher: boolean | undefined }

/**
 * Returns all people in the cache, without a request. `members` and members of other classes come first, because they
 * say who is a teacher. Then come people with submissions, messages or grants.
 */
export function knownPeople(
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
  for (const resource of ['member', 'me']) for (const row of loadedRows(client, resource)) add(row, true)
  for (const resource of ['submission', 'message']) {
    for (const row of loadedRows(client, resource)) if (isRecord(row)) add(row.user)
  }
  for (const row of loadedRows(client, 'permission')) {
    const target = isRecord(row) ? row.target : undefined
    if (isRecord(target) && isRecord(target.ids)) add({ id: target.ids.user_id, name: target.name })
  }
  return people
}

/** Returns all cached rows of a resource, from lists and single objects. */
const loadedRows = (client: QueryClient, resource: string): unknown[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: [resource] })
    .flatMap(({ state: { data } }) => (isRecord(data) && Array.isArray(data.rows) ? data.rows : [data]))

/** Maximum number of matches. Typing more finds the others. */
const shownAtOnce = 50

/**
 * Returns people who can be given access: their names have all typed words. Teachers are first, then the order is by
 * family name. A typed ID also finds an unknown person.
 */
export function findPeople(
  people: Iterable<KnownPerson>,
  typed: string,
  isTaken: (id: number) => boolean,
  language: string,
): readonly (KnownPerson | { id: number; name: undefined })[] {
  const words = splitWords(typed)
  const byName = compareByFamilyName(language)
  const found = [...people]
    .filter(({ id, name }) => !isTaken(id) && words.every(word => foldText(name).includes(word)))
    .sort(
      (a, b) => Number(b.isTeacher === true) - Number(a.isTeacher === true) || byName(a, b) || a.id - b.id,
    )
    .slice(0, shownAtOnce)
  const number = /^\s*#?([1-9]\d{0,14})\s*$/.exec(typed)?.[1]
  const id = Number(number)
  if (number === undefined || isTaken(id)) return found
  const known = [...people].find(person => person.id === id)
  return [known ?? { id, name: undefined }, ...found.filter(person => person.id !== id)]
}

/** Returns people with access who match the text, by name or by their whole ID. Empty for an empty text. */
export function peopleAlready(
  people: Iterable<KnownPerson>,
  typed: string,
  hasAccess: (id: number) => boolean,
): readonly KnownPerson[] {
  const words = splitWords(typed)
  if (words.length === 0) return []
  const number = /^\s*#?(\d+)\s*$/.exec(typed)?.[1]
  return [...people].filter(
    ({ id, name }) =>
      hasAccess(id) && (String(id) === number || words.every(word => foldText(name).includes(word))),
  )
}

/** `membersUnknown`: the service does not list the members of the class. */
export type People = { all: ReadonlyMap<number, KnownPerson>; membersUnknown: boolean }

/**
 * Returns people who can be chosen: members of the class, and all people in the cache. Without a class, the members of
 * all the user's classes are fetched once they are `wanted`. If a service does not list members, other people are
 * fetched instead.
 */
export function usePeople(courseId: number | undefined, wanted: boolean): People {
  const client = useQueryClient()
  const everywhere = wanted && courseId === undefined
  const memberships = useQuery({ ...query(me.memberships, {}), enabled: everywhere })
  const ids =
    courseId !== undefined
      ? [courseId]
      : (memberships.data?.rows ?? []).filter(row => row.is_pending !== true).map(row => row.course_id)
  const { membersUnknown, members } = useQueries({
    queries: ids.map(course_id => ({
      ...query(courses.members, { course_id }),
      enabled: courseId !== undefined || everywhere,
    })),
    combine: answers => ({
      membersUnknown: answers.length > 0 && answers.every(({ isError }) => isError),
      members: answers.flatMap(({ data }) => data?.rows ?? []),
    }),
  })
  useSeenPeople(wanted && membersUnknown)
  const own = useQuery(query(me.get, {})).data
  return { all: knownPeople(client, own ? [...members, own] : members), membersUnknown }
}

/** Maximum numbers of chats and homework that are read. A class usually has a chat or homework with all members. */
const mostChats = 6
const mostHomework = 3

/**
 * Fetches who is in the user's chats, and who hands in to cached homework. Both are in api.md. Used if a service does
 * not list the members of a class. `knownPeople` then finds the names in the cache.
 */
function useSeenPeople(wanted: boolean): void {
  const client = useQueryClient()
  const list = useQuery({ ...query(chats.list, {}), enabled: wanted })
  const chatIds = (list.data?.rows ?? []).slice(0, mostChats).map(({ id }) => id)
  const homeworkIds = loadedRows(client, 'homework')
    .flatMap(row => Homework.safeParse(row).data ?? [])
    .filter(homework => canCorrect(homework))
    .map(({ id }) => id)
  // Members seldom change.
  const quietly = { staleTime: 10 * 60_000, retry: false, enabled: wanted }
  const background = { priority: 'background' } as const
  useQueries({
    queries: chatIds.map(chat_id => ({ ...query(permissions.list, { chat_id }, background), ...quietly })),
  })
  useQueries({
    queries: [...new Set(homeworkIds)]
      .slice(0, mostHomework)
      .map(todo_id => ({ ...query(submissions.list, { todo_id }, background), ...quietly })),
  })
}
