import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'

/** The chats of the person as they are known now, in the order of the list. */
export type ChatsKnown = {
  chats: readonly Chat[]
  /** Unix ms of what is shown; `undefined` while nothing is. */
  asOf: number | undefined
  unreadable: number
  error: Error | null
  retry: () => void
}

export function useChats(): ChatsKnown {
  const { timeZone } = useSchoolTime()
  const list = useQuery(query(chats.list, {}))
  // The sign-in over the screen says so; what was asked for is asked again once somebody is signed in.
  const signedOut = list.error instanceof ApiError && list.error.kind === 'signedOut'
  return {
    chats: inOrder(list.data?.rows ?? [], timeZone),
    asOf: list.data && list.dataUpdatedAt,
    unreadable: list.data?.unreadable ?? 0,
    error: signedOut ? null : list.error,
    retry: () => void list.refetch(),
  }
}

/** When something last happened in a chat, Unix ms: its last message, else when it was made. */
export const lastMoment = (chat: Chat, timeZone: string): number =>
  instantOf(chat.last_message_at ?? chat.created_at, timeZone) ?? 0

export const inOrder = (chats: readonly Chat[], timeZone: string): Chat[] =>
  chats
    .map(chat => ({ chat, pinned: chat.is_pinned ? 1 : 0, at: lastMoment(chat, timeZone) }))
    .sort((a, b) => b.pinned - a.pinned || b.at - a.at || b.chat.id - a.chat.id)
    .map(({ chat }) => chat)

type Named = Pick<Chat, 'name' | 'is_direct' | 'last_message'>

/**
 * What a chat is called, '' where nobody knows. One with a single person is called by that person, also where the
 * service calls it by the reader.
 */
export function chatName(chat: Named, person: { id: number; name?: string | undefined }): string {
  const name = harmlessName(chat.name).trim()
  if (!chat.is_direct || (name !== '' && name !== person.name)) return name
  const other = chat.last_message?.user
  return other && other.id !== person.id ? harmlessName(other.name).trim() : name
}

/** Names a chat for showing; by its number where it has no name. */
export function useChatName(): (chat: Chat) => string {
  const t = useT('chats')
  const person = usePerson()
  return chat => chatName(chat, person) || t('unnamed', { id: String(chat.id) })
}

/** Longer than any list is wide; a message may have 20,000 characters. */
const shown = 160

export const oneLine = (text: string): string =>
  text
    .slice(0, shown * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, shown)
