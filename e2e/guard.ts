import { type BrowserContext, expect, type Page } from '@playwright/test'
import { watchRequests } from '../scripts/settled.ts'

/** What happened in a browser that no test expected. */
export type Guard = {
  /** Console lines that this test brings out on purpose. */
  allow: (pattern: RegExp) => void
  /**
   * Starts a step of a long journey: checks what was seen so far, then allows these patterns and no others, so that the
   * allowances of one step do not apply to another.
   */
  allowOnly: (...patterns: RegExp[]) => void
  /** Lets pages talk to one more origin: somebody else's service. */
  allowOrigin: (origin: string) => void
  watch: (context: BrowserContext, origin: string) => Promise<void>
  /** What was seen so far that no test expected. */
  unexpected: () => string[]
  /** Fails when something unexpected was seen. */
  check: () => void
}

/**
 * Watches every page: console errors and warnings, uncaught errors, dialogs, violations of the content security
 * policy, and requests to any other origin.
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

/** The stream of changes goes with whatever it hangs on, or is none; then the page polls, and no test need expect it. */
const isBrokenStream = (text: string, url: string) =>
  /^Failed to load resource/.test(text) && new URL(url, 'https://none.example').pathname === '/api/v2/events'

/** Chromium writes a console error for every answer of these statuses. */
export const statusLines = (...statuses: number[]) =>
  new RegExp(`Failed to load resource: the server responded with a status of (?:${statuses.join('|')})`)

export const offlineLines = /net::ERR_INTERNET_DISCONNECTED/

/** Runs a function in the page's own world and answers whether hostile text ever ran there. */
export const wasHacked = (page: Page) => page.evaluate(() => 'hacked' in window)
