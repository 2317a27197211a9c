import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { messages } from '../../contract/messages.ts'
import { memoizePerUser } from '../../lib/memoizePerUser.ts'
import { useCurrentUser } from '../../session/currentUser.ts'

/** Does not wait for the requests, so that the screen shows cached data immediately. */
export const chatsLoader =
  (queryClient: QueryClient) =>
  ({ params }: LoaderFunctionArgs): null => {
    void queryClient.prefetchQuery(query(chats.list, {}))
    if (params.chatId !== undefined) {
      void queryClient.prefetchQuery(query(messages.list, { chat_id: Number(params.chatId) }))
    }
    return null
  }

/** Creates a hook that returns one value per user, for the lifetime of the page. */
export function createUserHook<T>(create: (client: QueryClient) => T): () => T {
  const getForUser = memoizePerUser(create)
  return function useUserValue() {
    return getForUser(useQueryClient(), useCurrentUser().id)
  }
}
