import { createContext, use } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'

/** Values that every row needs, provided once by the list. They seldom change, so rows seldom render. */
export type MessageListParts = {
  t: T<'messages'>
  format: Format
  timeZone: string
  /** The current day of the school, `YYYY-MM-DD`. */
  today: string
  /** Search phrase to be marked. */
  mark: string
  show: (fileId: number) => void
  /** Call before the user changes the height of a row. */
  stay: () => void
  /** Announces a text to screen readers at the next pause. */
  say: (text: string) => void
}

export const MessageListContext = createContext<MessageListParts | undefined>(undefined)

export function useMessageList(): MessageListParts {
  const parts = use(MessageListContext)
  if (!parts) throw new Error('useMessageList outside a MessageListContext')
  return parts
}

/** Values that change with every message. They are in their own context, because few parts of a row use them. */
export type MessageListChat = {
  chat: Chat
  /** Deletes a message that `mayDelete` allows, after a confirmation if another user wrote it. */
  askDelete: (message: Message) => void
}

export const MessageListChatContext = createContext<MessageListChat | undefined>(undefined)

export function useMessageListChat(): MessageListChat {
  const parts = use(MessageListChatContext)
  if (!parts) throw new Error('useMessageListChat outside a MessageListChatContext')
  return parts
}
