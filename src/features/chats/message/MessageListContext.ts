import { createContext, use } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'

/** They seldom change, so rows seldom render. */
export type MessageListValue = {
  t: T<'messages'>
  format: Format
  timeZone: string
  /** School day, `YYYY-MM-DD`. */
  today: string
  searchPhrase: string
  showFile: (fileId: number) => void
  /** Call before the user changes the height of a row. */
  keepPosition: () => void
  /** For screen readers. */
  announce: (text: string) => void
}

export const MessageListContext = createContext<MessageListValue | undefined>(undefined)

export function useMessageList(): MessageListValue {
  const value = use(MessageListContext)
  if (!value) throw new Error('useMessageList outside a MessageListContext')
  return value
}

/** A separate context, because only rows with a quote use it. */
type QuotedMessagesValue = {
  messages: readonly Message[]
  /** False if the service sent messages that could not be read. */
  isComplete: boolean
  /** Scrolls to a message and focuses it. */
  showMessage: (messageId: number) => void
}

export const QuotedMessagesContext = createContext<QuotedMessagesValue | undefined>(undefined)

export function useQuotedMessages(): QuotedMessagesValue {
  const value = use(QuotedMessagesContext)
  if (!value) throw new Error('useQuotedMessages outside a QuotedMessagesContext')
  return value
}

/** A separate context, because these change with every message and few parts of a row use them. */
type MessageListChatValue = {
  chat: Chat
  /** Asks for confirmation if another user wrote the message. */
  requestDelete: (message: Message) => void
}

export const MessageListChatContext = createContext<MessageListChatValue | undefined>(undefined)

export function useMessageListChat(): MessageListChatValue {
  const value = use(MessageListChatContext)
  if (!value) throw new Error('useMessageListChat outside a MessageListChatContext')
  return value
}
