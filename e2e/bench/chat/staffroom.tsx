import { keyOf } from '../../../src/api/cache/query.ts'
import { type Message, messages } from '../../../src/contract/messages.ts'
import { MessageList } from '../../../src/features/chats/messages/MessageList.tsx'
import { ChatSyncProvider } from '../../../src/features/chats/sync/ChatSyncContext.ts'
import { createChatSync } from '../../../src/features/chats/sync/chatSync.ts'
import { createApp } from '../createApp.tsx'
import { api, opened, respondWith, Surroundings } from '../surroundings.tsx'
import type { Candidate } from './candidate.ts'
import { chat } from './chatMessages.ts'

/**
 * The chat as users get it, with polls, reactions, pending messages, read state, the line above new messages and
 * keyboard control.
 */
const clock = Date.now
const page = { isVisible: () => true, isFocused: () => true, subscribe: () => () => undefined }
const chatSync = createChatSync({
  api,
  userId: 1,
  clock,
  platform: { locks: undefined, openChannel: () => undefined, storage: undefined, page },
})
const openChatSync = opened(Promise.resolve(chatSync), chatSync)

const key = keyOf(messages.list, { chat_id: chat.id })
const setMessages = (rows: readonly Message[]) => {
  api.queryClient.setQueryData(key, { rows: [...rows], unreadable: 0 })
}
const { start, show } = createApp<object>(
  () => (
    <ChatSyncProvider value={openChatSync}>
      <div style={{ display: 'flex', height: '100%' }}>
        <MessageList chat={chat} linkedMessageId={undefined} hit={undefined} />
      </div>
    </ChatSyncProvider>
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
