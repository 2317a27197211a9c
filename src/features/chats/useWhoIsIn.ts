import type { Chat } from '../../contract/chats.ts'
import { useT } from '../../i18n/useT.ts'

/** Says who is in a chat, as far as the service tells: `31 people, you are admin`. */
export function useWhoIsIn(): (chat: Chat) => string {
  const t = useT('chats')
  return chat => {
    if (chat.is_direct) return t('direct')
    if (chat.member_count === undefined) return chat.is_admin ? t('onlyAdmin') : ''
    const people = t('people', { count: chat.member_count })
    return chat.is_admin ? `${people}, ${t('youAdmin')}` : people
  }
}
