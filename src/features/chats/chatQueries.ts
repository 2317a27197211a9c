import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { messages } from '../../contract/messages.ts'
import { onePerPerson } from '../../lib/onePerPerson.ts'
import { usePerson } from '../../ui/Person.tsx'

/**
 * Starts the requests while the screen's code is still on its way: the list, and the messages of the chat that is
 * addressed. It does not wait: what was loaded before shows at once.
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

/** A hook that gives the signed-in person's own of something made once, for as long as the page lives. */
export function perPerson<T>(create: (client: QueryClient) => T): () => T {
  const ofPerson = onePerPerson(create)
  return function usePersonal() {
    return ofPerson(useQueryClient(), usePerson().id)
  }
}
