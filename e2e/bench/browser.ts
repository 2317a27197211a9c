import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { browserCode } from '../../scripts/browserCode.ts'
import { waitUntilIdle, watchRequests } from '../../scripts/waitUntilIdle.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import type { Login } from '../support/people.ts'
import { addSessionCookie, offerSessions } from '../support/sessions.ts'
import { longestTask, traceCategories } from './trace.ts'

/** Groups of cases by speed of the main thread. */
export const slowdowns = [
  { slowdown: 1, group: 'full speed' },
  { slowdown: 4, group: '4 × slower' },
] as const

/** Builds the pages in a folder of this one as the app is built, and serves them. */
export async function servePages(folder: string, headers: Record<string, string> = {}) {
  const outDir = join(import.meta.dirname, '../../dist/bench', folder)
  const shared = { root: join(import.meta.dirname, folder), configFile: false, logLevel: 'error' } as const
  await build({ ...shared, plugins: browserCode(), build: { outDir, emptyOutDir: true, manifest: true } })
  const options = { port: 0, host: '127.0.0.1', headers }
  const server = await preview({ ...shared, build: { outDir }, preview: options })
  return { url: server.resolvedUrls?.local[0] ?? '', outDir, close: () => server.close() }
}

/** At 60 frames per second all times would be multiples of 17 ms. */
export const launchBrowser = ({ limitsFrames }: { limitsFrames: boolean }): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureBrowser(),
    args: [
      ...browserArguments,
      ...(limitsFrames ? [] : ['--disable-frame-rate-limit', '--disable-gpu-vsync']),
    ],
  })

/** Opens an empty page in a context of its own, signed in if there is a user. */
export async function openPage(
  browser: Browser,
  { host, login, ...options }: BrowserContextOptions & { host?: NodeHost; login?: Login } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    ...(host && { baseURL: host.url }),
    ...options,
  })
  watchRequests(context)
  if (host && login) {
    offerSessions(context, host)
    await addSessionCookie(context, login)
  }
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  return page
}

/**
 * Resolves when requests and the main thread have been idle for half a second. After a key, Chromium may call an idle
 * callback only after a minute, hence its timeout.
 */
export async function waitUntilPageRests(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await page.evaluate(
    'new Promise(resolve => requestIdleCallback(() => setTimeout(resolve, 500), { timeout: 2000 }))',
  )
}

/** Reads Chromium's counters. Times are thread time of the main thread, which other processes hardly change. */
export async function createMeter(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readMetric = async (wanted: string) => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  }
  return {
    devtools,
    readMetric,
    slowDown: (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate }),
    /** Returns the heap size after garbage collection, in MB. */
    async readHeap() {
      for (let time = 0; time < 2; time += 1) await devtools.send('HeapProfiler.collectGarbage')
      return (await readMetric('JSHeapUsedSize')) / 1e6
    },
    /** Returns the value of `act`, and CPU time and longest task after the mark, in ms. */
    async trace<T>(mark: string, act: () => Promise<T>) {
      const browser = page.context().browser()
      if (!browser) throw new Error('The page has no browser.')
      await browser.startTracing(page, { categories: traceCategories })
      const before = await readMetric('TaskDuration')
      const value = await act()
      const work = ((await readMetric('TaskDuration')) - before) * 1000
      return { value, work, longest: longestTask(await browser.stopTracing(), mark) }
    },
  }
}
