import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { canCorrect, Homework } from '../../../contract/homework.ts'
import { me } from '../../../contract/me.ts'
import { permissions } from '../../../contract/permissions.ts'
import { submissions } from '../../../contract/submissions.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { type KnownPerson, knownPeople } from './knownPeople.ts'

export type People = {
  all: ReadonlyMap<number, KnownPerson>
  /** The service doesn't tell who is in the class. */
  membersUnknown: boolean
}

/**
 * Who can be named: the members of the class, else of all one's classes once they are `wanted`, and whoever was seen. Where
 * a service doesn't tell the members, others who share something with the reader are looked up instead.
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

/** A class has a chat or some homework that everybody is in: a few of each say who is there. */
const mostChats = 6
const mostHomework = 3
/** Who there is changes seldom. */
const quietly = { staleTime: 10 * 60_000, retry: false }

/**
 * Asks who is in the reader's chats and who hands in to homework that was loaded, both as api.md has them: for a service
 * that doesn't list the members of a class. The names are then among what was seen (knownPeople.ts).
 */
function useSeenPeople(wanted: boolean): void {
  const client = useQueryClient()
  const list = useQuery({ ...query(chats.list, {}), enabled: wanted })
  const chatIds = (list.data?.rows ?? []).slice(0, mostChats).map(({ id }) => id)
  const homeworkIds = client
    .getQueryCache()
    .findAll({ queryKey: ['homework'] })
    .flatMap(({ state: { data } }) => (isRecord(data) && Array.isArray(data.rows) ? data.rows : [data]))
    .flatMap(row => Homework.safeParse(row).data ?? [])
    .filter(homework => canCorrect(homework))
    .map(({ id }) => id)
  useQueries({
    queries: chatIds.map(chat_id => ({
      ...query(permissions.list, { chat_id }, { priority: 'background' }),
      ...quietly,
      enabled: wanted,
    })),
  })
  useQueries({
    queries: [...new Set(homeworkIds)].slice(0, mostHomework).map(todo_id => ({
      ...query(submissions.list, { todo_id }, { priority: 'background' }),
      ...quietly,
      enabled: wanted,
    })),
  })
}
