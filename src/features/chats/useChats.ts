import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { messages } from '../../contract/messages.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { parseInstant } from '../../lib/schoolTime.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

/** Polled while no events arrive. */
export const chatListQuery = () => query(chats.list, {}, { every: 30_000 })
export const messagesQuery = (chatId: number) => query(messages.list, { chat_id: chatId }, { every: 15_000 })

export type ChatListState = {
  chats: readonly Chat[]
  /** In Unix ms. Undefined before the first response. */
  loadedAt: number | undefined
  unreadable: number
  error: Error | null
  retry: () => void
}

export function useChats(): ChatListState {
  const { timeZone } = useSchoolTime()
  const list = useQuery(chatListQuery())
  return {
    chats: sortChats(list.data?.rows ?? [], timeZone),
    loadedAt: list.data && list.dataUpdatedAt,
    unreadable: list.data?.unreadable ?? 0,
    error: withoutSignedOut(list.error),
    retry: () => void list.refetch(),
  }
}

/** Time of the last message, otherwise of the creation, in Unix ms. */
export const getLastActivity = (chat: Chat, timeZone: string): number =>
  parseInstant(chat.last_message_at ?? chat.created_at, timeZone) ?? 0

export const sortChats = (chats: readonly Chat[], timeZone: string): Chat[] =>
  chats
    .map(chat => ({ chat, pinned: chat.is_pinned ? 1 : 0, at: getLastActivity(chat, timeZone) }))
    .sort((a, b) => b.pinned - a.pinned || b.at - a.at || b.chat.id - a.chat.id)
    .map(({ chat }) => chat)

type NamedChat = Pick<Chat, 'name' | 'is_direct' | 'last_message'>

/** Returns '' if the name is unknown. A service may name a direct chat after the user. */
export function chatName(chat: NamedChat, person: { id: number; name?: string | undefined }): string {
  const name = sanitizeName(chat.name).trim()
  if (!chat.is_direct || (name !== '' && name !== person.name)) return name
  const other = chat.last_message?.user
  return other && other.id !== person.id ? sanitizeName(other.name).trim() : name
}

/** Returns the name of a chat, or its ID if it has no name. */
export function useChatName(): (chat: Chat) => string {
  const t = useT('chats')
  const person = useCurrentUser()
  return chat => chatName(chat, person) || t('unnamed', { id: String(chat.id) })
}

/** Maximum length in characters, wider than any list. */
const maxLineLength = 160

export const toSingleLine = (text: string): string =>
  text
    .slice(0, maxLineLength * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLineLength)
