import type { Chat } from '../../../contract/chats.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

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
