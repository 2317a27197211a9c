import { keyOf } from '../../../src/api/cache/query.ts'
import { type Message, messages } from '../../../src/contract/messages.ts'
import { MessageList } from '../../../src/features/chats/messages/MessageList.tsx'
import { createApp } from '../createApp.tsx'
import { api, respondWith, Surroundings } from '../surroundings.tsx'
import type { Candidate } from './candidate.ts'
import { chat } from './chatMessages.ts'

/**
 * The chat as users get it, with polls, reactions, pending messages, read state, the line above new messages and
 * keyboard control.
 */
const key = keyOf(messages.list, { chat_id: chat.id })
const setMessages = (rows: readonly Message[]) => {
  api.queryClient.setQueryData(key, { rows: [...rows], unreadable: 0 })
}
const { start, show } = createApp<object>(
  () => (
    <div style={{ display: 'flex', height: '100%' }}>
      <MessageList chat={chat} linkedMessageId={undefined} hit={undefined} />
    </div>
  ),
  Surroundings,
)

export const candidate: Candidate = {
  start,
  show(rows) {
    setMessages(rows)
    show({})
  },
  change: setMessages,
  receive(response) {
    respondWith(response)
    show({})
  },
}
