import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../../api/ApiError.ts'
import { keyOf, query } from '../../../api/query.ts'
import { type Message, messages } from '../../../contract/messages.ts'

/**
 * Whether the service may offer what it answered with `unsupported` about a message after all: a 404 is also said of a
 * message that was deleted meanwhile. So the chat is read again; what is not there any more is then gone from the page too.
 */
export async function isOffered(
  client: QueryClient,
  { id, chat_id }: Pick<Message, 'id' | 'chat_id'>,
  error: ApiError,
): Promise<boolean> {
  if (error.status !== 404) return false
  try {
    const now = await client.fetchQuery({ ...query(messages.list, { chat_id }), staleTime: 0, retry: false })
    return !now.rows.some(row => row.id === id)
  } catch {
    return true
  }
}

/** Whether the chat, as it was read last, has no such message any more. */
export function isDeleted(client: QueryClient, { id, chat_id }: Pick<Message, 'id' | 'chat_id'>): boolean {
  const known = client.getQueryData(keyOf(messages.list, { chat_id }))
  return known !== undefined && !known.rows.some(row => row.id === id)
}
