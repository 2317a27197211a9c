import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { originOf } from '../../../api/origin.ts'
import { keyOf } from '../../../api/query.ts'
import { chats } from '../../../contract/chats.ts'
import { messages, takesMessageKey } from '../../../contract/messages.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import type { Loaded } from './messageEntries.ts'
import { newestOf } from './messageSeen.ts'
import { fresh } from './messageWrite.ts'

/**
 * What is known of a chat at `now`, Unix ms: nothing where its messages are not here, or where nobody has asked for so
 * long that another device may have written since.
 */
export function loadedOf(client: QueryClient, chatId: number, now: number): Loaded {
  const takesKey = { takesKey: isKeyed(client, chatId) }
  const list = client.getQueryData(keyOf(messages.list, { chat_id: chatId }))
  if (!list) return takesKey
  const newest = newestOf(list.rows)
  const asOf = Math.max(originOf(list)?.askedAt ?? 0, confirmedAt(client, chatId, newest))
  return now - asOf < fresh ? { ...takesKey, newest, unreadable: list.unreadable } : takesKey
}

function isKeyed(client: QueryClient, chatId: number): boolean {
  const listed = client.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === chatId)
  const chat = listed ?? client.getQueryData(keyOf(chats.get, { chat_id: chatId }))
  return chat !== undefined && takesMessageKey(chat)
}

/** When the list of chats last said that this message is still the newest: a quiet chat is not read again for it. */
function confirmedAt(client: QueryClient, chatId: number, newest: number): number {
  const list = client.getQueryData(keyOf(chats.list, {}))
  const row = list?.rows.find(({ id }) => id === chatId)
  return row?.last_message?.id === newest ? (originOf(list)?.askedAt ?? 0) : 0
}

export function useLoaded(chatId: number): () => Loaded {
  const client = useQueryClient()
  const { clock } = useSchoolTime()
  return () => loadedOf(client, chatId, clock())
}
