import type { BrowserContext, Page } from '@playwright/test'
import { isStream } from '../../scripts/settled.ts'

/** Requests in flight, by browser. */
const onTheWay = new WeakMap<BrowserContext, Set<unknown>>()

export function countRequests(context: BrowserContext): void {
  const requests = new Set<unknown>()
  onTheWay.set(context, requests)
  context.on('request', request => {
    // Ignore the script of the demo's school, because no event reports the end of a SharedWorker's requests.
    if (!/\/schoolWorker-/.test(request.url()) && !isStream(request)) requests.add(request)
  })
  context.on('requestfinished', request => requests.delete(request))
  context.on('requestfailed', request => requests.delete(request))
}

/** Minimum time without a change until a page counts as idle, in ms. */
const still = 200

/**
 * Waits until the page is idle: no requests in flight, no animations, no changes for a while. Returns false after
 * `patience` ms, e.g. if the page waits for the network. Such a page is not checked.
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
