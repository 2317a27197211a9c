import type { Chat } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { chatName } from './chatName.ts'

/** Names a chat for showing; by its number where it has no name. */
export function useChatName(): (chat: Chat) => string {
  const t = useT('chats')
  const person = usePerson()
  return chat => chatName(chat, person) || t('unnamed', { id: String(chat.id) })
}
