import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { chats } from '../../../contract/chats.ts'
import { canCorrect, Homework } from '../../../contract/homework.ts'
import { permissions } from '../../../contract/permissions.ts'
import { submissions } from '../../../contract/submissions.ts'
import { isRecord } from '../../../lib/isRecord.ts'

/** A class has a chat or some homework that everybody is in: a few of each say who is there. */
const mostChats = 6
const mostHomework = 3
/** Who there is changes seldom. */
const quietly = { staleTime: 10 * 60_000, retry: false }

/**
 * Asks who is in the reader's chats and who hands in to homework that was loaded, both as api.md has them: for a service
 * that doesn't list the members of a class. The names are then among what was seen (knownPeople.ts).
 */
export function useSeenPeople(wanted: boolean): void {
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
