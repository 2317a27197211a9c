import { QueryClientProvider } from '@tanstack/react-query'
import type { PropsWithChildren } from 'react'
import { IntlProvider } from 'use-intl'
import { createApi } from '../../src/api/createApi.ts'
import { createDelivery } from '../../src/delivery/createDelivery.ts'
import { DeliveryProvider } from '../../src/delivery/DeliveryContext.ts'
import { createFormat } from '../../src/i18n/formats.ts'
import { SchoolTimeProvider } from '../../src/i18n/SchoolTime.tsx'
import { texts } from '../../src/i18n/texts.ts'
import { toSchoolDay } from '../../src/lib/schoolTime.ts'
import { CurrentUserProvider } from '../../src/session/currentUser.ts'
import { UserStorageProvider } from '../../src/session/userStorage.tsx'
import { loadMessages } from '../../src/testing/loadMessages.ts'
import { MantineRoot } from '../../src/ui/MantineRoot.tsx'
import '../../src/ui/tokens.css'
import '../../src/ui/base.css'

export const timeZone = 'Europe/Berlin'
/** Time when a screen is opened: Wednesday, 09:12 in Berlin, in Unix ms. */
export const now = Date.parse('2026-11-18T08:12:00Z')
export const schoolTime = { timeZone, clock: () => now + performance.now() }

await texts.setLanguage('en')
const messages = await loadMessages('en')
// In the app, the shell has already created these formats.
toSchoolDay(now, timeZone)
createFormat('en', timeZone).number(1)

let nextResponse: Response | undefined
let resolveRequest = (_: Response) => {}

/** Responds once to a list of files or messages, with the response passed to `respondWith`. Other requests stay pending. */
export const api = createApi({
  clock: Date.now,
  fetch: path =>
    new Promise(resolve => {
      if (!/\/(?:files|messages)(?:\?|$)/.test(path)) return
      if (nextResponse) resolve(nextResponse)
      else resolveRequest = resolve
      nextResponse = undefined
    }),
})
export const respondWith = (response: Response): void => {
  nextResponse = response
  resolveRequest(response)
}

/** Returns a function as the app uses it for code that is loaded later. */
export const opened = <T,>(promise: Promise<T>, current: T | undefined) =>
  Object.assign(() => promise, { current: () => current, subscribe: () => () => undefined })

const always = { get: () => true, subscribe: () => () => undefined }
/** An empty delivery in memory. */
const delivery = createDelivery({
  userId: 1,
  key: undefined,
  call: api.call,
  endpoints: [],
  indexedDB: undefined,
  locks: undefined,
  openChannel: () => undefined,
  active: always,
  online: always,
})
const openDelivery = opened(delivery, await delivery)

/** Providers of the app, for its screens and for its rows in other lists. */
export function Surroundings({ children }: PropsWithChildren) {
  return (
    <IntlProvider locale="en" messages={messages} timeZone={timeZone}>
      <QueryClientProvider client={api.queryClient}>
        <SchoolTimeProvider value={schoolTime}>
          <CurrentUserProvider value={{ id: 1, name: 'Jana Albrecht' }}>
            <UserStorageProvider isTemporary={false}>
              <DeliveryProvider value={openDelivery}>
                <MantineRoot>{children}</MantineRoot>
              </DeliveryProvider>
            </UserStorageProvider>
          </CurrentUserProvider>
        </SchoolTimeProvider>
      </QueryClientProvider>
    </IntlProvider>
  )
}
