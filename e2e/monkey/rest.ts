import type { BrowserContext, Page, Request } from '@playwright/test'
import { isStream } from '../../scripts/waitUntilIdle.ts'

const requestsInFlight = new WeakMap<BrowserContext, Set<Request>>()

export function countRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  requestsInFlight.set(context, requests)
  context.on('request', request => {
    // The script of the demo's school is ignored, because no event reports the end of a SharedWorker's
    // requests.
    if (!/\/schoolWorker-/.test(request.url()) && !isStream(request)) requests.add(request)
  })
  context.on('requestfinished', request => requests.delete(request))
  context.on('requestfailed', request => requests.delete(request))
  // After a tab is closed, no event reports the end of its requests. Control+Enter on a link opens a tab.
  context.on('page', page =>
    page.on('close', () => {
      for (const request of requests) if (pageOf(request) === page) requests.delete(request)
    }),
  )
}

/** Requests of workers and of the navigation of a new page have no page. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    return undefined
  }
}

/** Ms without a change until a page counts as idle. */
const minIdleMs = 200

/** Waits for no requests, animations and changes. Returns false after `maxWaitMs`, e.g. offline. */
export async function waitUntilIdle(page: Page, maxWaitMs: number): Promise<boolean> {
  const until = Date.now() + maxWaitMs
  while (Date.now() < until) {
    const idleMs = await page.evaluate(() => window.eyes?.getIdleMs() ?? 0).catch(() => 0)
    if (idleMs > minIdleMs && requestsInFlight.get(page.context())?.size === 0) return true
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}
