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
import { api, arrive, chat, Surroundings } from './surroundings.tsx'

/**
 * The chat as users get it, with polls, reactions, pending messages, read state, the line above new messages and
 * keyboard control.
 */
const clock = Date.now
const page = { isVisible: () => true, isFocused: () => true, subscribe: () => () => undefined }
const news = createChatSync({
  api,
  userId: 1,
  clock,
  platform: { locks: undefined, openChannel: () => undefined, storage: undefined, page },
})
const openNews = opened(Promise.resolve(news), news)

const key = keyOf(messages.list, { chat_id: chatId })
const put = (rows: readonly Message[]) => {
  api.queryClient.setQueryData(key, { rows: [...rows], unreadable: 0 })
}
let open = () => {}

function Screen() {
  const [shown, setShown] = useState(false)
  open = () => setShown(true)
  return shown ? <MessageList chat={chat} linkedMessageId={undefined} hit={undefined} /> : <p>Not yet</p>
}

export const candidate: Candidate = {
  start: root =>
    createRoot(root).render(
      <Surroundings>
        <ChatSyncProvider value={openNews}>
          <div style={{ display: 'flex', height: '100%' }}>
            <Screen />
          </div>
        </ChatSyncProvider>
      </Surroundings>,
    ),
  show(rows) {
    put(rows)
    open()
  },
  change: put,
  receive(answer) {
    arrive(answer)
    open()
    if (api.queryClient.getQueryData(key)) void api.queryClient.invalidateQueries({ queryKey: key })
  },
}
