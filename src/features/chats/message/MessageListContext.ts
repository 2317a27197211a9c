import { createContext, use } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'

/** Values that every row needs, provided once by the list. They seldom change, so rows seldom render. */
export type MessageListValue = {
  t: T<'messages'>
  format: Format
  timeZone: string
  /** The current day of the school, `YYYY-MM-DD`. */
  today: string
  /** Search phrase to be marked. */
  searchPhrase: string
  showFile: (fileId: number) => void
  /** Call before the user changes the height of a row. */
  keepPosition: () => void
  /** Announces a text to screen readers at the next pause. */
  announce: (text: string) => void
}

export const MessageListContext = createContext<MessageListValue | undefined>(undefined)

export function useMessageList(): MessageListValue {
  const value = use(MessageListContext)
  if (!value) throw new Error('useMessageList outside a MessageListContext')
  return value
}

/** Values that change with every message. They are in their own context, because few parts of a row use them. */
export type MessageListChatValue = {
  chat: Chat
  /** Deletes a message that `canDelete` allows, after a confirmation if another user wrote it. */
  requestDelete: (message: Message) => void
}

export const MessageListChatContext = createContext<MessageListChatValue | undefined>(undefined)

export function useMessageListChat(): MessageListChatValue {
  const value = use(MessageListChatContext)
  if (!value) throw new Error('useMessageListChat outside a MessageListChatContext')
  return value
}
