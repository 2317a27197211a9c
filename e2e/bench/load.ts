import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { precompress } from '../../scripts/vitePlugins.ts'
import { waitUntilIdle, watchRequests } from '../../scripts/waitUntilIdle.ts'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { createPages } from '../../src/server/pages.ts'
import { createTemplate, startNodeHost } from '../support/nodeHost.ts'
import { seededWeek } from '../support/schoolClock.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'
import { cpuUntil, traceCategories } from './trace.ts'

/**
 * Measures first visits at a quarter of the speed: the timetable with a session, the sign-in page, and the packages
 * alone, each with and without round trips of 100 ms. Production builds, a fresh context and an empty cache each time,
 * alternating candidates. Medians. `ready` is the first frame with a lesson, the button of the sign-in page or the text
 * of the packages. CPU, `blocked`, files and bytes count until then. `blocked` is the sum of the time beyond 50 ms of each
 * main-thread task.
 */
const rounds = Number(process.argv[2] ?? 9)
const slower = 4
/** In ms. */
const roundTrips = [0, 100] as const
type Candidate = { name: string; address: string; ready: string; cookie?: { name: string; value: string } }
type PageSample = {
  fcp: number
  lcp: number
  ready: number
  blocked: number
  files: number
  js: number
  css: number
}
type Sample = PageSample & { cpu: number }

const root = fileURLToPath(new URL('load', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/bench-load', import.meta.url))
await build({
  root,
  configFile: false,
  logLevel: 'error',
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
    address: `${host.url}/classes/1/timetable?week=${seededWeek}`,
    ready: '[data-lesson]',
    cookie: { name: cookieName, value: cookieValue },
  },
]

const samples = new Map<string, Sample[]>()
const load: number[] = []
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...browserArguments] })
try {
  for (let round = -1; round < rounds; round += 1) {
    for (const roundTrip of roundTrips) {
      for (let index = 0; index < candidates.length; index += 1) {
        const candidate = candidates[(index + round + candidates.length) % candidates.length]
        if (!candidate) continue
        const sample = await measure(browser, candidate, roundTrip)
        load.push(loadavg()[0] ?? 0)
        const key = `${candidate.name} ${roundTrip}`
        // The first round only warms the caches of the disk.
        if (round >= 0) samples.set(key, [...(samples.get(key) ?? []), sample])
      }
    }
  }
} finally {
  await browser.close()
  await host.stop()
  empty.close()
}

async function measure(
  from: Browser,
  { address, ready, cookie }: Candidate,
  roundTrip: number,
): Promise<Sample> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  watchRequests(context)
  if (cookie) {
    await context.addCookies([{ ...cookie, url: host.url, httpOnly: true, sameSite: 'Strict' }])
    // As after an earlier sign-in on this device (src/app/rememberSignIn.ts).
    await context.addInitScript("localStorage.setItem('staffroom.signed-in', '1')")
  }
  await context.addInitScript(watch, ready)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTrip,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await from.startTracing(page, { categories: traceCategories })
  await page.goto(address)
  // First, because Playwright's search for an element runs in the page, and would count as its CPU.
  await waitUntilIdle(page)
  await page.locator(ready).first().waitFor({ timeout: 120_000 })
  await page.evaluate(
    'new Promise(resolve => requestIdleCallback(() => setTimeout(resolve, 500), { timeout: 2000 }))',
  )
  const sample = await page.evaluate<PageSample>('window.readSample()')
  const cpu = cpuUntil(await from.stopTracing(), 'ready')
  await context.close()
  return { ...sample, cpu }
}

/** Records the measures. Runs in the page before its own scripts. */
function watch(readySelector: string): void {
  let lcp = 0
  let ready = Number.NaN
  const observer = new MutationObserver(() => {
    if (!document.querySelector(readySelector)) return
    observer.disconnect()
    // After the frame.
    requestAnimationFrame(() =>
      setTimeout(() => {
        ready = performance.mark('ready').startTime
      }),
    )
  })
  observer.observe(document, { childList: true, subtree: true })
  const longTasks: PerformanceEntry[] = []
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(onEntry)).observe({ type, buffered: true })
  observe('largest-contentful-paint', entry => {
    lcp = entry.startTime
  })
  observe('longtask', entry => {
    longTasks.push(entry)
  })
  const readSample = () => {
    const resources = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ responseEnd }) => responseEnd <= ready,
    )
    const weigh = (ending: string) =>
      resources
        .filter(({ name }) => new URL(name).pathname.endsWith(ending))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000
    const blocked = longTasks
      .filter(({ startTime }) => startTime < ready)
      .reduce(
        (sum, { startTime, duration }) => sum + Math.max(0, Math.min(duration, ready - startTime) - 50),
        0,
      )
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { fcp, lcp, ready, blocked, files: resources.length, js: weigh('.js'), css: weigh('.css') }
  }
  Object.assign(window, { readSample })
}

const keys = ['fcp', 'lcp', 'ready', 'cpu', 'blocked', 'files', 'js', 'css'] as const
const figures = roundTrips.map(roundTrip => ({
  roundTrip,
  rows: candidates.map(({ name }) => {
    const visits = samples.get(`${name} ${roundTrip}`) ?? []
    const medianOf = (key: keyof Sample) => Math.round(median(visits.map(sample => sample[key])))
    return { name, ...(Object.fromEntries(keys.map(key => [key, medianOf(key)])) as Sample) }
  }),
}))
const withRatio = (value: number, floor: number) => `${value} (${(value / floor).toFixed(2)} ×)`
const tables = figures.map(({ roundTrip, rows }) => {
  const [floor] = rows
  if (!floor) throw new Error('nothing was measured')
  const table = markdownTable(
    ['', 'first paint', 'largest paint', 'ready', 'CPU', 'blocked', 'files', 'JavaScript kB', 'CSS kB'],
    rows.map(row => [
      row.name,
      withRatio(row.fcp, floor.fcp),
      withRatio(row.lcp, floor.lcp),
      withRatio(row.ready, floor.ready),
      withRatio(row.cpu, floor.cpu),
      withRatio(row.blocked, floor.blocked),
      String(row.files),
      String(row.js),
      String(row.css),
    ]),
  )
  return `${roundTrip === 0 ? 'Without delay' : `With round trips of ${roundTrip} ms`}:\n\n${table}`
})
const description = `Milliseconds on a CPU ${slower} times slower, with a load of ${median(load).toFixed(0)}; medians of ${rounds} visits (ratio to the packages alone). Ready: the first frame with a lesson, the button or the text. CPU, blocked, files and kB count until then. kB: transferred, brotli.`
const report = `${tables.join('\n\n')}\n\n${description}`
console.log(report)
record('load', { rounds, slower, load: median(load), figures }, report)
