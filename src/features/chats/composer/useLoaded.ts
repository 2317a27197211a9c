import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../../api/query.ts'
import { messages } from '../../../contract/messages.ts'
import type { Loaded } from './messageEntries.ts'
import { newestOf } from './messageSeen.ts'

/** What is loaded of a chat this very moment: nothing where its messages are not here. */
export function loadedOf(client: QueryClient, chatId: number): Loaded {
  const list = client.getQueryData(keyOf(messages.list, { chat_id: chatId }))
  return list ? { newest: newestOf(list.rows), unreadable: list.unreadable } : {}
}

export function useLoaded(chatId: number): () => Loaded {
  const client = useQueryClient()
  return () => loadedOf(client, chatId)
}
