import type { QueryClient } from '@tanstack/react-query'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { keyOf, query } from '../../../api/cache/query.ts'
import { type Page, type Undoable, undoable } from '../../../api/cache/undoable.ts'
import type { ApiError } from '../../../api/client/ApiError.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { perPerson } from '../perPerson.ts'

/** Deletions of one person, in all their chats. */
export type Deletions = Undoable<Message> & {
  /** Somebody else's, asked about first: by chat. */
  asked: StoreApi<ReadonlyMap<number, Message>>
  /** One's own is deleted at once, another's once it was confirmed. */
  ask(message: Message): void
  confirm(message: Message): void
  refuse(chatId: number): void
}

export function createDeletions(client: QueryClient, page: Page): Deletions {
  const deletions = undoable<Message, typeof messages.remove>(client, page, {
    key: chat_id => keyOf(messages.list, { chat_id }),
    remove: messages.remove,
    input: (chat_id, message_id) => ({ chat_id, message_id }),
  })
  const asked = createStore<ReadonlyMap<number, Message>>(() => new Map())
  const start = (message: Message) => deletions.start(message.chat_id, [message])
  const refuse = (chatId: number) =>
    asked.setState(all => new Map([...all].filter(([id]) => id !== chatId)), true)
  return {
    ...deletions,
    asked,
    ask(message) {
      if (message.is_own) return start(message)
      if (deletions.of(message.chat_id).deleting.has(message.id)) return
      asked.setState(all => new Map(all).set(message.chat_id, message), true)
    },
    confirm(message) {
      refuse(message.chat_id)
      start(message)
    },
    refuse,
  }
}

/** The deletions of the signed-in person. */
export const useDeletions = perPerson(client => createDeletions(client, window))

/** Whether its reader may delete a message. Where the service does not say (api.md does not), one's own. */
export const mayDelete = ({ can_delete, is_own }: Pick<Message, 'can_delete' | 'is_own'>): boolean =>
  can_delete ?? is_own

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
