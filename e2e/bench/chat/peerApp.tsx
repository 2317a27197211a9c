import { type ComponentType, type PropsWithChildren, type ReactNode, useState } from 'react'
import { z } from 'zod/mini'
import { Message } from '../../../src/contract/messages.ts'
import {
  MessageListChatContext,
  MessageListContext,
} from '../../../src/features/chats/message/MessageListContext.ts'
import { MessageRow } from '../../../src/features/chats/messages/MessageRow.tsx'
import { useFormat } from '../../../src/i18n/useFormat.ts'
import { useT } from '../../../src/i18n/useT.ts'
import { createApp } from '../createApp.tsx'
import { Surroundings, timeZone } from '../surroundings.tsx'
import type { Candidate } from './candidate.ts'
import { chat } from './chatMessages.ts'

/** Props of the list of another library. `shift`: whether the last change added messages above the visible ones. */
export type ListProps = { messages: readonly Message[]; shift: boolean }

const Messages = z.array(Message)
const noop = () => undefined

/** Creates an app that consists of a list with the app's own rows. */
export function peerApp(List: ComponentType<ListProps>): Candidate {
  const { start, show } = createApp<ListProps>(props => <List {...props} />, RowSurroundings)
  return {
    start,
    show: messages => show({ messages, shift: false }),
    change: (messages, side) => show({ messages, shift: side === 'above' }),
    receive: async response =>
      show({ messages: Messages.parse(JSON.parse(await response.text())), shift: false }),
  }
}

/** Provides the contexts that the rows read. */
function RowSurroundings({ children }: PropsWithChildren) {
  return (
    <Surroundings>
      <RowParts>{children}</RowParts>
    </Surroundings>
  )
}

function RowParts({ children }: PropsWithChildren) {
  const t = useT('messages')
  const format = useFormat()
  const [parts] = useState({
    t,
    format,
    timeZone,
    today: '2026-11-18',
    searchPhrase: '',
    showFile: noop,
    keepPosition: noop,
    announce: noop,
  })
  const [chatContext] = useState({ chat, requestDelete: noop })
  return (
    <MessageListContext value={parts}>
      <MessageListChatContext value={chatContext}>{children}</MessageListChatContext>
    </MessageListContext>
  )
}

/** Returns one row of the app, which depends on the message and the one before it. */
export const row = (message: Message, previous: Message | undefined): ReactNode => (
  <MessageRow message={message} previous={previous} isNew={false} isFound={false} />
)
