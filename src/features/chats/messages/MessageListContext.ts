import { createContext, use } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'

/** What every row of messages needs, given once and not asked for row by row. It seldom changes, so rows seldom draw. */
export type MessageListParts = {
  t: T<'messages'>
  format: Format
  timeZone: string
  /** `YYYY-MM-DD`, the school's. */
  today: string
  /** Words looked for, to be marked. */
  mark: string
  show: (fileId: number) => void
  /** Before something in a row changes its height because the reader asked for it. */
  stay: () => void
  /** Read out, when there is a pause. */
  say: (text: string) => void
}

export const MessageListContext = createContext<MessageListParts | undefined>(undefined)

export function useMessageList(): MessageListParts {
  const parts = use(MessageListContext)
  if (!parts) throw new Error('useMessageList outside a MessageListContext')
  return parts
}

/** What changes with every message, apart from the rest: few parts of a row ask for it. */
export type MessageListChat = {
  chat: Chat
  /** Deletes a message, after what there is to ask; `mayDelete` says which. */
  askDelete: (message: Message) => void
}

export const MessageListChatContext = createContext<MessageListChat | undefined>(undefined)

export function useMessageListChat(): MessageListChat {
  const parts = use(MessageListChatContext)
  if (!parts) throw new Error('useMessageListChat outside a MessageListChatContext')
  return parts
}
