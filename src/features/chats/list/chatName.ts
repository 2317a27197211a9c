import type { Chat } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'

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

/** What this device knows of a chat that the service does not: what was typed, and what is on its way. */
export type OwnMark = { kind: 'failed' | 'waiting' | 'draft'; text: string }

/** The second line of a chat in the list. `by` is '' where nobody needs to be named. */
type LastLine =
  | OwnMark
  | {
      kind: 'message'
      what: 'text' | 'poll' | 'files'
      by: 'you' | { name: string } | undefined
      text: string
    }
  | { kind: 'empty' }
  | { kind: 'unknown' }

/** Longer than any list is wide; a message may have 20,000 characters. */
const shown = 160

export const oneLine = (text: string): string =>
  text
    .slice(0, shown * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, shown)

/** Nothing was said yet: a service gives no time of a last message then, or that of the chat's making. */
const isEmpty = ({ last_message_at, created_at }: Chat): boolean =>
  last_message_at === null || last_message_at === created_at

/** Own words that have not arrived come before what others said last. */
export function lastLine(chat: Chat, mark: OwnMark | undefined, personId: number): LastLine {
  if (mark) return { kind: mark.kind, text: oneLine(mark.text) }
  const last = chat.last_message
  if (!last) return isEmpty(chat) ? { kind: 'empty' } : { kind: 'unknown' }
  const text = oneLine(last.text)
  const what = last.has_poll ? 'poll' : text === '' && last.has_files ? 'files' : 'text'
  const { user } = last
  const own = user?.id === personId
  // Who may write in a broadcast is known.
  if (chat.broadcast_only) return { kind: 'message', what, by: undefined, text }
  const by = own ? 'you' : user && !chat.is_direct ? { name: user.name } : undefined
  return { kind: 'message', what, by, text }
}
