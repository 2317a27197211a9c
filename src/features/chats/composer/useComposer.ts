import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { responseInfoOf } from '../../../api/cache/responseInfo.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { messages, takesMessageKey } from '../../../contract/messages.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { type ChatDraft, chatDraft, draftKey, noDraft } from './messageDraft.ts'
import { messageQueue } from './messageQueue.ts'
import { fresh, type Loaded } from './messageWrite.ts'
import { newestOf } from './reconcileMessage.ts'

/** Longest text of a message, characters, as the schema has it. */
export const longestText = 20_000

/** What is written in one chat, and the way to send it once, however often that is asked for. */
export function useComposer(chat: Pick<Chat, 'id'>) {
  const outbox = useOutbox()
  const loaded = useLoaded(chat.id)
  const { clock } = useSchoolTime()
  const { draft, state } = useDraft(chatDraft, draftKey(chat.id))
  const queue = messageQueue(outbox, chat.id)
  const { field, problem } = useSyncExternalStore(queue.subscribe, queue.state)
  const change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => queue.change(draft, patch)
  const send = () => queue.send(draft, { loaded: loaded(), now: clock() })
  return { value: field ?? state.value ?? noDraft, state, draft, change, send, problem }
}

/**
 * What is known of a chat at `now`, Unix ms: nothing where its messages are not here, or where nobody has asked for so
 * long that another device may have written since.
 */
export function loadedOf(client: QueryClient, chatId: number, now: number): Loaded {
  const takesKey = { takesKey: isKeyed(client, chatId) }
  const list = client.getQueryData(keyOf(messages.list, { chat_id: chatId }))
  if (!list) return takesKey
  const newest = newestOf(list.rows)
  const asOf = Math.max(responseInfoOf(list)?.askedAt ?? 0, confirmedAt(client, chatId, newest))
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
  return row?.last_message?.id === newest ? (responseInfoOf(list)?.askedAt ?? 0) : 0
}

export function useLoaded(chatId: number): () => Loaded {
  const client = useQueryClient()
  const { clock } = useSchoolTime()
  return () => loadedOf(client, chatId, clock())
}
