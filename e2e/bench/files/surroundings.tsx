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
import { openBenchOutbox } from '../openBenchOutbox.ts'
import { now, timeZone } from './classFiles.ts'

await texts.setLanguage('en')
const messages = await loadMessages('en')
export const schoolTime = { timeZone, clock: () => now + performance.now() }
// In the app, the shell has already created these formats.
toSchoolDay(now, timeZone)
createFormat('en', timeZone).number(1)

let nextResponse: Response | undefined
let resolveRequest = (_: Response) => {}

/** Responds to the file list once, with the response passed to `respondWith`. Other requests stay pending. */
export const api = createApi({
  clock: Date.now,
  fetch: path =>
    new Promise(resolve => {
      if (!/\/files$/.test(path)) return
      if (nextResponse) resolve(nextResponse)
      else resolveRequest = resolve
      nextResponse = undefined
    }),
})
export const respondWith = (response: Response): void => {
  nextResponse = response
  resolveRequest(response)
}

const openOutbox = await openBenchOutbox(api)

/** Providers of the app. */
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
