import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/ApiError.ts'
import { query } from '../../api/query.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import type { ChatsKnown } from './list/useChats.ts'

/** The chat of the address. `gone`: there is none for the reader. `refused`: the service does not show it. */
export type OpenedChat =
  | { kind: 'loading' | 'gone' }
  | { kind: 'here'; chat: Chat }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'failed'; error: Error; retry: () => void }

/** From the list, where it is there; a chat the list does not have is asked for by itself. */
export function useOpenChat(chatId: number, list: ChatsKnown): OpenedChat {
  const row = list.chats.find(({ id }) => id === chatId)
  const missing = row === undefined && (list.asOf !== undefined || list.error !== null)
  const alone = useQuery({ ...query(chats.get, { chat_id: chatId }), enabled: missing, staleTime: 0 })
  if (row) return { kind: 'here', chat: row }
  const { error, data } = alone
  if (missing && error instanceof ApiError) {
    if (error.kind === 'notFound') return { kind: 'gone' }
    if (error.kind === 'forbidden' || error.kind === 'noScope') return { kind: 'refused', error }
    if (!data && error.kind !== 'signedOut') {
      return { kind: 'failed', error, retry: () => void alone.refetch() }
    }
  }
  return data ? { kind: 'here', chat: data } : { kind: 'loading' }
}
