import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { settled, watchRequests } from '../../scripts/settled.ts'
import { precompress } from '../../scripts/vitePlugins.ts'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { createPages } from '../../src/server/pages.ts'
import { createTemplate, startNodeHost } from '../support/nodeHost.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'

/**
 * Measures first visits at a quarter of the speed: the timetable with a session, the sign-in page, and the packages
 * alone. Production builds, a fresh context and an empty cache each time, candidates in turn. Medians. `blocked` is the
 * sum of the time beyond 50 ms of each main-thread task, until the page is idle.
 */
const rounds = Number(process.argv[2] ?? 9)
const slower = 4
type Candidate = { name: string; address: string; ready: string; cookie?: { name: string; value: string } }
type Sample = { fcp: number; lcp: number; blocked: number; js: number; css: number }

const root = fileURLToPath(new URL('load', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/bench-load', import.meta.url))
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [precompress()],
  build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
const empty = createServer(createPages(outDir, { headers: {}, report: error => console.error(error) }))
await new Promise<void>(resolve => empty.listen(0, '127.0.0.1', resolve))
const host = await startNodeHost({ template: await createTemplate(false) })
const [cookieName = '', cookieValue = ''] = createSessionCookie(host.url)
  .write(host.sessions.get('albrecht') ?? '')
  .split(/[=;]/)
const candidates: Candidate[] = [
  {
    name: 'the packages alone',
    address: `http://127.0.0.1:${(empty.address() as AddressInfo).port}`,
    ready: 'article p',
  },
  { name: 'sign-in', address: host.url, ready: 'main button' },
  {
    name: 'timetable, signed in',
    address: `${host.url}/classes/1/timetable`,
    ready: '[data-lesson]',
    cookie: { name: cookieName, value: cookieValue },
  },
]

const samples = new Map(candidates.map(({ name }) => [name, [] as Sample[]]))
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...browserArguments] })
try {
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < candidates.length; turn += 1) {
      const candidate = candidates[(turn + round + candidates.length) % candidates.length]
      if (!candidate) continue
      const sample = await measure(browser, candidate)
      // The first round only warms the caches of the disk.
      if (round >= 0) samples.get(candidate.name)?.push(sample)
    }
  }
} finally {
  await browser.close()
  await host.stop()
  empty.close()
}

async function measure(from: Browser, { address, ready, cookie }: Candidate): Promise<Sample> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  watchRequests(context)
  if (cookie) await context.addCookies([{ ...cookie, url: host.url, httpOnly: true, sameSite: 'Strict' }])
  await context.addInitScript(watch)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(address)
  await page.locator(ready).first().waitFor({ timeout: 120_000 })
  await settled(page)
  await page.evaluate('new Promise(resolve => requestIdleCallback(() => setTimeout(resolve, 500)))')
  const sample = await page.evaluate<Sample>('window.seen()')
  await context.close()
  return sample
}

/** Records the measures. Runs in the page before its own scripts. */
function watch(): void {
  let lcp = 0
  let blocked = 0
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(see)).observe({ type, buffered: true })
  observe('largest-contentful-paint', entry => {
    lcp = entry.startTime
  })
  observe('longtask', entry => {
    blocked += Math.max(0, entry.duration - 50)
  })
  const seen = () => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const weight = (ending: string) =>
      resources
        .filter(({ name }) => new URL(name).pathname.endsWith(ending))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { fcp, lcp, blocked, js: weight('.js'), css: weight('.css') }
  }
  Object.assign(window, { seen })
}

const figures = candidates.map(({ name }) => {
  const taken = samples.get(name) ?? []
  const middle = (key: keyof Sample) => Math.round(median(taken.map(sample => sample[key])))
  return {
    name,
    fcp: middle('fcp'),
    lcp: middle('lcp'),
    blocked: middle('blocked'),
    js: middle('js'),
    css: middle('css'),
  }
})
const [floor] = figures
if (!floor) throw new Error('nothing was measured')
const times = (value: number, one: number) => `${value} (${(value / one).toFixed(2)} ×)`
const table = markdownTable(
  ['', 'first paint', 'largest paint', 'blocked', 'JavaScript kB', 'CSS kB'],
  figures.map(figure => [
    figure.name,
    times(figure.fcp, floor.fcp),
    times(figure.lcp, floor.lcp),
    times(figure.blocked, floor.blocked),
    String(figure.js),
    String(figure.css),
  ]),
)
const reading = `Milliseconds on a CPU ${slower} times slower; medians of ${rounds} visits (ratio to the packages alone). kB: transferred, brotli.`
console.log(`${table}\n\n${reading}`)
record('load', { rounds, slower, figures }, `${table}\n\n${reading}`)
