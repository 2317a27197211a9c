import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { browserCode } from '../../scripts/browserCode.ts'
import { ensurePeers } from './ensurePeers.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'

/**
 * Compares the timetable with three calendars and a bare grid: the same ten weeks, production builds, one fresh page
 * per sample, candidates in turn. `painted` ends with the frame that shows the week. `work` is the time of the main
 * thread until it is idle, including deferred work. Medians in ms: on a busy machine only the ratios are reliable.
 */
const names = ['bare grid', 'staffroom', 'fullcalendar', 'react-big-calendar', 'schedule-x'] as const
const peers = names.slice(2)
const measures = ['mount', 'mountWork', 'next', 'nextWork'] as const
type Sample = Record<(typeof measures)[number] | 'dom', number>
const rounds = Number(process.argv[2] ?? 15)

ensurePeers()
const root = fileURLToPath(new URL('timetable', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/bench-timetable', import.meta.url))
const shared = { root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } } as const
await build({ ...shared, plugins: browserCode() })
const server = await preview({ ...shared, preview: { port: 0, host: '127.0.0.1' } })
const address = server.resolvedUrls?.local[0] ?? ''

const samples = new Map(names.map(name => [name, [] as Sample[]]))
// Without a frame limit, because at 60 frames per second all times would be multiples of 17 ms.
const args = [...browserArguments, '--disable-frame-rate-limit', '--disable-gpu-vsync']
const browser = await chromium.launch({ executablePath: ensureBrowser(), args })
try {
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + names.length) % names.length] ?? 'bare grid'
      const sample = await measure(browser, name)
      // The first round only warms the caches of browser and disk.
      if (round >= 0) samples.get(name)?.push(sample)
    }
  }
} finally {
  await browser.close()
  await server.close()
}

async function measure(from: Browser, name: string): Promise<Sample> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(address)
  await page.evaluate(`window.bench.load(${JSON.stringify(name)})`)
  const counters = await context.newCDPSession(page)
  await counters.send('Performance.enable', { timeDomain: 'threadTicks' })
  const step = async (name: 'mount' | 'next') => {
    await page.evaluate('window.bench.rest()')
    const before = await busy(counters)
    const painted = await page.evaluate<number>(`window.bench.${name}()`)
    await page.evaluate('window.bench.rest()')
    return { painted, work: (await busy(counters)) - before }
  }
  const mount = await step('mount')
  const dom = await page.evaluate<number>('window.bench.elements()')
  const next = await step('next')
  await context.close()
  return {
    mount: mount.painted,
    mountWork: mount.work,
    next: next.painted,
    nextWork: next.work,
    dom,
  }
}

/** Returns the time that the page's main thread has been busy so far, in ms. */
async function busy(counters: CDPSession): Promise<number> {
  const { metrics } = await counters.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

const figures = names.map(name => {
  const runs = samples.get(name) ?? []
  const medianOf = (key: keyof Sample) => Math.round(median(runs.map(sample => sample[key])) * 10) / 10
  return {
    name,
    mount: medianOf('mount'),
    mountWork: medianOf('mountWork'),
    next: medianOf('next'),
    nextWork: medianOf('nextWork'),
    dom: medianOf('dom'),
  }
})
type Figure = (typeof figures)[number]
function getFigure(name: string): Figure {
  const figure = figures.find(candidate => candidate.name === name)
  if (!figure) throw new Error(`${name} was not measured`)
  return figure
}
const grid = getFigure('bare grid')
const ours = getFigure('staffroom')
const bestPeer = Math.min(...peers.map(name => getFigure(name).mount))
const ratios = {
  'mount / bare grid': ours.mount / grid.mount,
  'mount / best peer': ours.mount / bestPeer,
  'next week / bare grid': ours.next / grid.next,
}
const withRatio = (value: number, floor: number) => `${value.toFixed(1)} (${(value / floor).toFixed(2)} ×)`
const table = markdownTable(
  ['', 'mount', 'CPU', 'next week', 'CPU', 'elements'],
  figures.map(figure => [
    figure.name,
    ...measures.map(measure => withRatio(figure[measure], grid[measure])),
    String(figure.dom),
  ]),
)
const description = `Milliseconds until painted, and CPU time of the main thread; medians of ${rounds} runs (ratio to the bare grid). Mounting \
takes ${ratios['mount / best peer'].toFixed(2)} × the time of the best other calendar.`
console.log(`${table}\n\n${description}`)
console.log(
  Object.entries(ratios)
    .map(([name, ratio]) => `${name}: ${ratio.toFixed(2)}`)
    .join('\n'),
)
record('timetable', { rounds, figures, ratios }, `${table}\n\n${description}`)
