import type { BrowserContext, Page } from '@playwright/test'
import { isStream } from '../../scripts/settled.ts'

/** Requests on their way, by browser. */
const onTheWay = new WeakMap<BrowserContext, Set<unknown>>()

export function countRequests(context: BrowserContext): void {
  const requests = new Set<unknown>()
  onTheWay.set(context, requests)
  context.on('request', request => {
    // The demo's school is asked for once, and of what a SharedWorker loads no end is ever heard.
    if (!/\/schoolWorker-/.test(request.url()) && !isStream(request)) requests.add(request)
  })
  context.on('requestfinished', request => requests.delete(request))
  context.on('requestfailed', request => requests.delete(request))
}

/** How long nothing may have changed for a page to be at rest, in ms. */
const still = 200

/**
 * Waits until the page rests: nothing on its way, nothing moving, nothing changed for a while. False where it never does
 * so within `patience` ms, as for a page that waits for a network that is not there: such a page is not looked at.
 */
export async function rests(page: Page, patience: number): Promise<boolean> {
  const until = Date.now() + patience
  while (Date.now() < until) {
    const stillFor = await page.evaluate(() => window.eyes?.still() ?? 0).catch(() => 0)
    if (stillFor > still && onTheWay.get(page.context())?.size === 0) return true
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}
