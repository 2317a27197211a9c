import { openChannel } from '../lib/openChannel.ts'
import type { OutboxPlatform } from './openOutbox.ts'

/** Storage that may be blocked: naming it is what throws. */
export function browserIndexedDB(): IDBFactory | undefined {
  try {
    return indexedDB
  } catch {
    return undefined
  }
}

/** This browser, as the outbox needs it. */
export const browserOutbox = (): OutboxPlatform => ({
  indexedDB: browserIndexedDB(),
  locks: navigator.locks,
  openChannel,
  online: {
    now: () => navigator.onLine,
    subscribe(listener) {
      const stop = new AbortController()
      for (const event of ['online', 'offline']) {
        window.addEventListener(event, listener, { signal: stop.signal })
      }
      return () => stop.abort()
    },
  },
  page: window,
})
