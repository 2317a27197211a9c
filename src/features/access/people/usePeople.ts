import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { courses } from '../../../contract/courses.ts'
import { me } from '../../../contract/me.ts'
import { type KnownPerson, knownPeople } from './knownPeople.ts'
import { useSeenPeople } from './useSeenPeople.ts'

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
