import type { BrowserContext, Page, Request } from '@playwright/test'

const requestsInFlight = new WeakMap<Page, Set<Request>>()

/** The event stream (contract/events.ts) stays open, so Playwright never considers such a page idle. */
export const isStream = (request: Request) => new URL(request.url()).pathname.endsWith('/api/v2/events')

/** Call before the first page of a context is opened. */
export function watchRequests(context: BrowserContext): void {
  const follow = (page: Page) => {
    const requests = new Set<Request>()
    requestsInFlight.set(page, requests)
    page.on('request', request => void (isStream(request) || requests.add(request)))
    page.on('requestfinished', request => void requests.delete(request))
    page.on('requestfailed', request => void requests.delete(request))
  }
  for (const page of context.pages()) follow(page)
  context.on('page', follow)
}

const minIdleMs = 500
const maxWaitMs = 60_000
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * Resolves when no request except for the event stream was in flight for half a second. Rejects after a
 * minute.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  const requests = requestsInFlight.get(page)
  if (!requests) throw new Error('watchRequests was not called for this page')
  await page.waitForLoadState()
  const last = Date.now() + maxWaitMs
  for (let quietSince = Date.now(); Date.now() - quietSince < minIdleMs; await pause(50)) {
    if (requests.size > 0) quietSince = Date.now()
    if (Date.now() > last)
      throw new Error(`still pending: ${[...requests].map(request => request.url()).join(', ')}`)
  }
}
