import { type ComponentType, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod/mini'
import { Message } from '../../../src/contract/messages.ts'
import {
  MessageListChatContext,
  MessageListContext,
} from '../../../src/features/chats/message/MessageListContext.ts'
import { MessageRow } from '../../../src/features/chats/messages/MessageRow.tsx'
import { useFormat } from '../../../src/i18n/useFormat.ts'
import { useT } from '../../../src/i18n/useT.ts'
import type { Candidate } from './candidate.ts'
import { timeZone } from './chatMessages.ts'
import { chat, Surroundings } from './surroundings.tsx'

/** Props of the list of another library. `shift`: whether the last change added messages above the visible ones. */
export type ListProps = { messages: readonly Message[]; shift: boolean }

const Messages = z.array(Message)
const noop = () => undefined

/** Creates an app that consists of a list with the app's own rows. */
export function peerApp(List: ComponentType<ListProps>): Candidate {
  let update: (shown: ListProps) => void = noop
  function PeerApp() {
    const [shown, setShown] = useState<ListProps>()
    update = setShown
    return shown ? <List {...shown} /> : <p>Not yet</p>
  }
  return {
    start: root =>
      createRoot(root).render(
        <Surroundings>
          <RowParts>
            <PeerApp />
          </RowParts>
        </Surroundings>,
      ),
    show: messages => update({ messages, shift: false }),
    change: (messages, side) => update({ messages, shift: side === 'above' }),
    receive: async response =>
      update({ messages: Messages.parse(JSON.parse(await response.text())), shift: false }),
  }
}

/** Provides the contexts that the rows read. */
function RowParts({ children }: { children: ReactNode }) {
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
