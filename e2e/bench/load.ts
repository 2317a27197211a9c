import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { precompress } from '../../scripts/vitePlugins.ts'
import { createPages } from '../../src/server/pages.ts'
import { createTemplate, startNodeHost } from '../support/nodeHost.ts'
import type { Login } from '../support/people.ts'
import { seededWeek } from '../support/schoolClock.ts'
import { createMeter, launchBrowser, openPage, waitUntilPageRests } from './browser.ts'
import { markdownTable, withRatio } from './report.ts'
import { type BenchOptions, runRounds } from './rounds.ts'
import { cpuUntil, traceCategories } from './trace.ts'

const slowdown = 4
const delays = [
  { group: 'without delay', latency: 0 },
  { group: 'with round trips of 100 ms', latency: 100 },
]
const columns = {
  fcp: 'first paint',
  lcp: 'largest paint',
  ready: 'ready',
  cpu: 'CPU',
  blocked: 'blocked',
  files: 'files',
  js: 'JavaScript kB',
  css: 'CSS kB',
} as const
type Measure = keyof typeof columns
const measures = Object.keys(columns) as Measure[]
type Candidate = { name: string; address: string; ready: string; login?: Login }

/**
 * Measures first visits: the timetable with a session, the sign-in page, and the packages alone. `ready` is the first
 * frame with a lesson, the button of the sign-in page or the text of the packages. `blocked` is the sum of the time
 * beyond 50 ms of each main-thread task.
 */
export async function run(options: BenchOptions): Promise<string> {
  const outDir = join(import.meta.dirname, '../../dist/bench/load')
  await build({
    root: join(import.meta.dirname, 'load'),
    configFile: false,
    logLevel: 'error',
    plugins: [precompress()],
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
  const emptyServer = createServer(
    createPages(outDir, { headers: {}, report: error => console.error(error) }),
  )
  await new Promise<void>(resolve => emptyServer.listen(0, '127.0.0.1', resolve))
  const { port } = emptyServer.address() as AddressInfo
  const host = await startNodeHost({ template: await createTemplate(false) })
  const candidates: Candidate[] = [
    { name: 'the packages alone', address: `http://127.0.0.1:${port}`, ready: 'article p' },
    { name: 'sign-in', address: host.url, ready: 'main button' },
    {
      name: 'timetable, signed in',
      address: `${host.url}/classes/1/timetable?week=${seededWeek}`,
      ready: '[data-lesson]',
      login: 'albrecht',
    },
  ]
  const browser = await launchBrowser({ limitsFrames: true })
  const { medians, rows } = await runRounds({
    cases: delays.flatMap(delay => candidates.map(candidate => ({ ...candidate, ...delay }))),
    rounds: options.rounds,
    printed: ['fcp', 'ready', 'cpu'],
    async take({ address, ready, login, latency }) {
      const page = await openPage(browser, { host, ...(login && { login }) })
      // As after an earlier sign-in on this device (src/app/rememberSignIn.ts).
      if (login) await page.addInitScript("localStorage.setItem('staffroom.signed-in', '1')")
      await page.addInitScript(watch, ready)
      const { devtools, slowDown } = await createMeter(page)
      await slowDown(slowdown)
      await devtools.send('Network.enable')
      const throughput = { downloadThroughput: -1, uploadThroughput: -1 }
      await devtools.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
      await browser.startTracing(page, { categories: traceCategories })
      await page.goto(address)
      // First, because Playwright's search for an element runs in the page, and would count as its CPU.
      await waitUntilPageRests(page)
      await page.locator(ready).first().waitFor()
      const sample = await page.evaluate<Record<Exclude<Measure, 'cpu'>, number>>('window.readSample()')
      const cpu = cpuUntil(await browser.stopTracing(), 'ready')
      await page.context().close()
      return { ...sample, cpu }
    },
  })
  await Promise.all([browser.close(), host.stop()])
  emptyServer.close()

  const tables = delays.map(({ group }) => {
    const measured = rows.filter(row => row.group === group)
    const cell = (row: (typeof rows)[number], key: Measure) =>
      key === 'files' || key === 'js' || key === 'css'
        ? Math.round(row[key])
        : withRatio(row[key], measured[0]?.[key] ?? Number.NaN)
    return markdownTable(
      [group, ...Object.values(columns)],
      measured.map(row => [row.name, ...measures.map(key => cell(row, key))]),
    )
  })
  return `${tables.join('\n\n')}

Milliseconds on a CPU ${slowdown} times slower; ${medians} (ratio to the packages alone). Ready: the first frame with a \
lesson, the button or the text. CPU, blocked, files and kB count until then. kB: transferred, brotli.`
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
