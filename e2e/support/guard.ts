import { type BrowserContext, expect, type Page } from '@playwright/test'
import { watchRequests } from '../../scripts/waitUntilIdle.ts'

export type Guard = {
  /** Allows matching events, e.g. console errors that the test causes. */
  allow: (pattern: RegExp) => void
  /** Starts a step: checks the events so far, then allows only these patterns. */
  allowOnly: (...patterns: RegExp[]) => void
  allowOrigin: (origin: string) => void
  watch: (context: BrowserContext, origin: string) => Promise<void>
  unexpected: () => string[]
  check: () => void
}

/**
 * Watches every page for console errors and warnings, uncaught errors, dialogs, CSP violations and requests
 * to other origins.
 */
export function createGuard(): Guard {
  const allowed: RegExp[] = []
  const origins = new Set<string>()
  const reports: string[] = []
  const unexpected = () => reports.filter(line => !allowed.some(pattern => pattern.test(line)))
  const check = () => expect(unexpected(), 'nothing unexpected in the browser').toEqual([])
  return {
    unexpected,
    allow: pattern => void allowed.push(pattern),
    allowOnly(...patterns) {
      check()
      reports.length = 0
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
        reports.push(`console ${message.type()}: ${message.text()} (${url})`)
      })
      context.on('weberror', error =>
        reports.push(`uncaught: ${error.error().stack ?? error.error().message}`),
      )
      context.on('dialog', async dialog => {
        reports.push(`dialog: ${dialog.message()}`)
        await dialog.dismiss()
      })
      context.on('request', request => {
        const { origin, protocol } = new URL(request.url())
        if (['data:', 'blob:', 'about:'].includes(protocol)) return
        if (!origins.has(origin)) reports.push(`foreign request: ${request.url()}`)
      })
    },
    check,
  }
}

/** The event stream may end or not exist. Then the page polls, so this error is allowed. */
const isBrokenStream = (text: string, url: string) =>
  /^Failed to load resource/.test(text) && new URL(url, 'https://none.example').pathname === '/api/v2/events'

/** Chromium's console errors for these statuses. */
export const statusErrors = (...statuses: number[]) =>
  new RegExp(`Failed to load resource: the server responded with a status of (?:${statuses.join('|')})`)

export const offlineErrors = /net::ERR_INTERNET_DISCONNECTED/

export const didHostileTextRun = (page: Page) => page.evaluate(() => 'hacked' in window)
