import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { keyOf } from '../../../src/api/cache/query.ts'
import { type Message, messages } from '../../../src/contract/messages.ts'
import { MessageList } from '../../../src/features/chats/messages/MessageList.tsx'
import { ChatSyncProvider } from '../../../src/features/chats/sync/ChatSyncContext.ts'
import { createChatSync } from '../../../src/features/chats/sync/chatSync.ts'
import { opened } from '../openBenchOutbox.ts'
import type { Candidate } from './candidate.ts'
import { chatId } from './chatMessages.ts'
import { api, chat, respondWith, Surroundings } from './surroundings.tsx'

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

const key = keyOf(messages.list, { chat_id: chatId })
const setMessages = (rows: readonly Message[]) => {
  api.queryClient.setQueryData(key, { rows: [...rows], unreadable: 0 })
}
let openChat = () => {}

function Screen() {
  const [shown, setShown] = useState(false)
  openChat = () => setShown(true)
  return shown ? <MessageList chat={chat} linkedMessageId={undefined} hit={undefined} /> : <p>Not yet</p>
}

export const candidate: Candidate = {
  start: root =>
    createRoot(root).render(
      <Surroundings>
        <ChatSyncProvider value={openChatSync}>
          <div style={{ display: 'flex', height: '100%' }}>
            <Screen />
          </div>
        </ChatSyncProvider>
      </Surroundings>,
    ),
  show(rows) {
    setMessages(rows)
    openChat()
  },
  change: setMessages,
  receive(response) {
    respondWith(response)
    openChat()
    if (api.queryClient.getQueryData(key)) void api.queryClient.invalidateQueries({ queryKey: key })
  },
}
