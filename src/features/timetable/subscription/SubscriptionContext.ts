import { createContext, use } from 'react'

type SubscriptionHost = {
  /** The demo runs in the browser, where no calendar app can reach it. */
  isDemo: boolean
  /** Whether the service has announced extensions of api.md. It may still lack calendars. */
  hasExtensions: () => boolean
}

const SubscriptionContext = createContext<SubscriptionHost>({ isDemo: false, hasExtensions: () => false })
export const SubscriptionProvider = SubscriptionContext

export const useSubscriptionHost = (): SubscriptionHost => use(SubscriptionContext)
