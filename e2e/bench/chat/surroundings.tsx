import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { createApi } from '../../../src/api/createApi.ts'
import { createFormat } from '../../../src/i18n/formats.ts'
import { SchoolTimeProvider } from '../../../src/i18n/SchoolTime.tsx'
import { texts } from '../../../src/i18n/texts.ts'
import { toSchoolDay } from '../../../src/lib/schoolTime.ts'
import { OutboxProvider } from '../../../src/outbox/OutboxContext.ts'
import { CurrentUserProvider } from '../../../src/session/currentUser.ts'
import { UserStorageProvider } from '../../../src/session/userStorage.tsx'
import { loadMessages } from '../../../src/testing/loadMessages.ts'
import { MantineRoot } from '../../../src/ui/MantineRoot.tsx'
import '../../../src/ui/tokens.css'
import '../../../src/ui/base.css'
import type { Chat } from '../../../src/contract/chats.ts'
import { openBenchOutbox } from '../openBenchOutbox.ts'
import { chatId, messageCount, now, timeZone } from './chatMessages.ts'

await texts.setLanguage('en')
const messages = await loadMessages('en')
const clock = () => now + performance.now()
const schoolTime = { timeZone, clock }
// In the app, the list of chats has already created these formats.
toSchoolDay(now, timeZone)
createFormat('en', timeZone).number(1)
let nextResponse: Response | undefined

/** Responds once with the response passed to `respondWith`. Other requests stay pending. */
export const api = createApi({
  clock: Date.now,
  fetch: () => {
    const response = nextResponse
    nextResponse = undefined
    return response ? Promise.resolve(response) : new Promise(() => {})
  },
})
export const respondWith = (response: Response): void => {
  nextResponse = response
}

export const chat: Chat = {
  id: chatId,
  name: 'Talk of three years',
  created_at: '2023-11-18 08:00:00',
  last_message_at: '2026-11-18 09:12:00',
  broadcast_only: false,
  files_allowed: true,
  url: '/chats/1',
  is_admin: true,
  can_write: true,
  unread_messages: 0,
  member_count: 30,
  last_read_message_id: messageCount + 1000,
}

const openOutbox = await openBenchOutbox(api)

/** Providers of the app, for the app's screen and for the rows of each candidate. */
export function Surroundings({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={messages} timeZone={timeZone}>
      <QueryClientProvider client={api.queryClient}>
        <SchoolTimeProvider value={schoolTime}>
          <CurrentUserProvider value={{ id: 1, name: 'Jana Albrecht' }}>
            <UserStorageProvider isTemporary={false}>
              <OutboxProvider value={openOutbox}>
                <MantineRoot>{children}</MantineRoot>
              </OutboxProvider>
            </UserStorageProvider>
          </CurrentUserProvider>
        </SchoolTimeProvider>
      </QueryClientProvider>
    </IntlProvider>
  )
}
