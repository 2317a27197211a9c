import { type BrowserContext, expect, type Page } from '@playwright/test'
import { watchRequests } from '../../scripts/settled.ts'

/** Collects the unexpected events in the browsers of a test. */
export type Guard = {
  /** Allows events that match, e.g. console errors that the test causes on purpose. */
  allow: (pattern: RegExp) => void
  /**
   * Starts a step of a long journey. Checks the events so far, then allows only these patterns, so that the patterns of
   * one step do not apply to another.
   */
  allowOnly: (...patterns: RegExp[]) => void
  /** Allows requests to another origin, e.g. to the service of another vendor. */
  allowOrigin: (origin: string) => void
  watch: (context: BrowserContext, origin: string) => Promise<void>
  /** Returns the events so far that are not allowed. */
  unexpected: () => string[]
  /** Fails if there are events that are not allowed. */
  check: () => void
}

/**
 * Creates a guard that watches every page: console errors and warnings, uncaught errors, dialogs, violations of the
 * content security policy, and requests to any other origin.
 */
export function createGuard(): Guard {
  const allowed: RegExp[] = []
  const origins = new Set<string>()
  const seen: string[] = []
  const unexpected = () => seen.filter(line => !allowed.some(pattern => pattern.test(line)))
  const check = () => expect(unexpected(), 'nothing unexpected in the browser').toEqual([])
  return {
    unexpected,
    allow: pattern => void allowed.push(pattern),
    allowOnly(...patterns) {
      check()
      seen.length = 0
      allowed.splice(0, allowed.length, ...patterns)
    },
    allowOrigin: origin => void origins.add(origin),
    async watch(context, home) {
      origins.add(home)
      watchRequests(context)
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', event => {
          console.error(
            `policy ${event.violatedDirective} blocked ${event.blockedURI} in ${event.sourceFile}`,
          )
        })
      })
      context.on('console', message => {
        if (!['error', 'warning'].includes(message.type())) return
        const { url } = message.location()
        if (isBrokenStream(message.text(), url)) return
        seen.push(`console ${message.type()}: ${message.text()} (${url})`)
      })
      context.on('weberror', error => seen.push(`uncaught: ${error.error().stack ?? error.error().message}`))
      context.on('dialog', async dialog => {
        seen.push(`dialog: ${dialog.message()}`)
        await dialog.dismiss()
      })
      context.on('request', request => {
        const { origin, protocol } = new URL(request.url())
        if (['data:', 'blob:', 'about:'].includes(protocol)) return
        if (!origins.has(origin)) seen.push(`foreign request: ${request.url()}`)
      })
    },
    check,
  }
}

/**
 * Whether an error is about the event stream. The stream ends with the session, the server or the network, and some
 * services have none. The page polls then, so tests need not allow this error.
 */
const isBrokenStream = (text: string, url: string) =>
  /^Failed to load resource/.test(text) && new URL(url, 'https://none.example').pathname === '/api/v2/events'

/** Returns a pattern for the console errors that Chromium writes for responses with these statuses. */
export const statusLines = (...statuses: number[]) =>
  new RegExp(`Failed to load resource: the server responded with a status of (?:${statuses.join('|')})`)

export const offlineLines = /net::ERR_INTERNET_DISCONNECTED/

/** Returns whether hostile text ever ran as a script in the page. */
export const wasHacked = (page: Page) => page.evaluate(() => 'hacked' in window)
