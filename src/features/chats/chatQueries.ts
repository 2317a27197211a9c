import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { messages } from '../../contract/messages.ts'
import { memoizePerUser } from '../../lib/memoizePerUser.ts'
import { useCurrentUser } from '../../session/currentUser.ts'

/**
 * Starts the requests while the screen's code is loading: the list, and the messages of the addressed chat. Returns at
 * once, so that cached data is shown immediately.
 */
export const chatsLoader =
  (queryClient: QueryClient) =>
  ({ params }: LoaderFunctionArgs): null => {
    void queryClient.prefetchQuery(query(chats.list, {}))
    if (params.chatId !== undefined) {
      void queryClient.prefetchQuery(query(messages.list, { chat_id: Number(params.chatId) }))
    }
    return null
  }

/**
 * Creates a hook that returns one value per signed-in user. The value is created once and exists as long as the page.
 */
export function createUserHook<T>(create: (client: QueryClient) => T): () => T {
  const getForUser = memoizePerUser(create)
  return function useUserValue() {
    return getForUser(useQueryClient(), useCurrentUser().id)
  }
}
