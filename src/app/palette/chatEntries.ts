import type { Chat } from '../../contract/chats.ts'
import { chatName } from '../../features/chats/list/chatName.ts'
import { inOrder } from '../../features/chats/list/inOrder.ts'
import { paths } from '../paths.ts'
import type { Entry } from './rank.ts'

type Words = {
  timeZone: string
  person: { id: number; name?: string | undefined }
  unnamed: (chatId: number) => string
  go: (path: string) => void
}

/** The chats of the person that are loaded, who spoke last first. The people and messages in them are not searched. */
export const chatEntries = (chats: readonly Chat[], { timeZone, person, unnamed, go }: Words): Entry[] =>
  inOrder(chats, timeZone).map(chat => ({
    id: `chat-${chat.id}`,
    group: 'chats',
    label: chatName(chat, person) || unnamed(chat.id),
    run: () => go(paths.chat(chat.id)),
  }))
