import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { browserCode } from '../../scripts/browserCode.ts'
import { ensurePeers } from './ensurePeers.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'
import { longestTask, traceCategories } from './trace.ts'

/**
 * Compares a chat of 50,000 messages in the app's list and in three other libraries, which render the same rows.
 * Production builds, one fresh page per sample, candidates in turn, at full speed and at a quarter of it. `painted`
 * ends with the frame that shows the newest message. Work and longest task are thread time of the main thread, so that
 * other processes hardly change them. Medians: on a busy machine only the ratios are reliable.
 */
const names = ['last 60 only', 'virtua', 'react-virtuoso', '@tanstack/react-virtual', 'staffroom'] as const
const peers = names.slice(1, 4)
const slowdowns = [1, 4] as const
const rounds = Number(process.argv[2] ?? 9)
/** Slow measurements run only in every n-th round. */
const readRounds = 2
const receiveRounds = 3

type Name = (typeof names)[number]
type Step = { painted: number; work: number; longest: number }

ensurePeers()
const root = fileURLToPath(new URL('chat', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/bench-chat', import.meta.url))
const shared = { root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } } as const
await build({ ...shared, plugins: browserCode() })
const server = await preview({ ...shared, preview: { port: 0, host: '127.0.0.1' } })
const address = server.resolvedUrls?.local[0] ?? ''

const executablePath = ensureBrowser()
// Without a frame limit for times, and with 60 frames per second to count dropped frames.
const withoutFrameLimit = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
const fastBrowser = await chromium.launch({
  executablePath,
  args: [...browserArguments, ...withoutFrameLimit],
})
const steadyBrowser = await chromium.launch({ executablePath, args: browserArguments })

type Sample = Awaited<ReturnType<typeof takeSample>>
const samples = new Map<string, Sample[]>()
const load: number[] = []
try {
  for (let round = -1; round < rounds; round += 1) {
    for (const slowdown of slowdowns) {
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(turn + round + names.length) % names.length] ?? 'virtua'
        const sample = await takeSample(name, slowdown, round)
        load.push(loadavg()[0] ?? 0)
        // The first round only warms the caches of browser and disk.
        if (round >= 0)
          samples.set(`${name} ${slowdown}`, [...(samples.get(`${name} ${slowdown}`) ?? []), sample])
      }
    }
  }
} finally {
  await fastBrowser.close()
  await steadyBrowser.close()
  await server.close()
}

async function takeSample(name: Name, slowdown: number, round: number) {
  const opened = await withPage(fastBrowser, { name, slowdown, as: 'rows' }, async steps => {
    const open = await steps.step('open')
    const heap = await steps.heap()
    const elements = await steps.call('elements')
    return { open, heap, elements, append: await steps.step('append') }
  })
  const received =
    round % receiveRounds === 0
      ? await withPage(steadyBrowser, { name, slowdown, as: 'text' }, async steps => {
          const receive = await steps.step('receive')
          return { receive, receiveHeap: await steps.heap(), again: await steps.step('receive') }
        })
      : undefined
  const read =
    round % readRounds === 0
      ? await withPage(steadyBrowser, { name, slowdown, as: 'rows' }, async steps => {
          await steps.call('open')
          await steps.call('rest')
          await steps.wheelUp()
          const older = await steps.call('movedBy', 'older')
          await steps.call('rest')
          const newer = await steps.call('movedBy', 'newer')
          await steps.call('rest')
          return { older, newer, dropped: await steps.call('scroll') }
        })
      : undefined
  return { ...opened, read, received }
}

type Steps = {
  /** Runs a step, waits until the page is idle, and returns its times in ms. */
  step(name: 'open' | 'append' | 'receive'): Promise<Step>
  /** Calls a function of `window.bench`. */
  call(name: string, argument?: string): Promise<number>
  /** Heap size after garbage collection, in MB. */
  heap(): Promise<number>
  /** Scrolls up with the wheel, as a user who reads older messages. */
  wheelUp(): Promise<void>
}

type Case = { name: Name; slowdown: number; as: 'rows' | 'text' }

async function withPage<T>(
  browser: Browser,
  { name, slowdown, as }: Case,
  run: (steps: Steps) => Promise<T>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(address)
    await page.evaluate(`window.bench.load(${JSON.stringify(name)}, ${JSON.stringify(as)})`)
    const counters = await context.newCDPSession(page)
    await counters.send('Performance.enable', { timeDomain: 'threadTicks' })
    await counters.send('HeapProfiler.enable')
    await counters.send('HeapProfiler.collectGarbage')
    await page.evaluate('window.bench.rest()')
    await counters.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return await run(createSteps(page, { browser, counters, slowdown }))
  } catch (cause) {
    throw new Error(`${name} failed, with ${as}, ${slowdown} times slower`, { cause })
  } finally {
    await context.close()
  }
}

type StepsOptions = { browser: Browser; counters: CDPSession; slowdown: number }

function createSteps(page: Page, { browser, counters, slowdown }: StepsOptions): Steps {
  const call: Steps['call'] = (name, argument) =>
    page.evaluate<number>(`window.bench.${name}(${argument ? JSON.stringify(argument) : ''})`)
  const counter = async (metricName: string) => {
    const { metrics } = await counters.send('Performance.getMetrics')
    return metrics.find(metric => metric.name === metricName)?.value ?? Number.NaN
  }
  return {
    call,
    async step(name) {
      await call('rest')
      await browser.startTracing(page, { categories: traceCategories })
      const before = await counter('TaskDuration')
      const painted = await call(name)
      await call('rest')
      const work = ((await counter('TaskDuration')) - before) * 1000
      const longest = longestTask(await browser.stopTracing(), `bench:${name}`)
      return { painted, work, longest }
    },
    async heap() {
      await counters.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await call('rest')
      for (let time = 0; time < 2; time += 1) await counters.send('HeapProfiler.collectGarbage')
      const used = await counter('JSHeapUsedSize')
      await counters.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      return used / 1e6
    },
    async wheelUp() {
      await page.mouse.move(640, 400)
      for (let turn = 0; turn < 4; turn += 1) {
        await page.mouse.wheel(0, -400)
        await call('rest')
      }
    },
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10
const figures = slowdowns.flatMap(slowdown =>
  names.map(name => {
    const all = samples.get(`${name} ${slowdown}`) ?? []
    const reads = all.flatMap(({ read }) => read ?? [])
    const received = all.flatMap(sample => sample.received ?? [])
    const medianOf = (getValue: (sample: Sample) => number) => tenth(median(all.map(getValue)))
    const medianReceived = (getValue: (sample: (typeof received)[number]) => number) =>
      tenth(median(received.map(getValue)))
    return {
      name,
      slowdown,
      open: medianOf(({ open }) => open.painted),
      openWork: medianOf(({ open }) => open.work),
      openLongest: medianOf(({ open }) => open.longest),
      append: medianOf(({ append }) => append.painted),
      appendWork: medianOf(({ append }) => append.work),
      appendLongest: medianOf(({ append }) => append.longest),
      // The maximum instead of the median, because visible messages must never move.
      moved: tenth(Math.max(...reads.flatMap(({ older, newer }) => [older, newer]))),
      dropped: tenth(median(reads.map(({ dropped }) => dropped))),
      heap: medianOf(({ heap }) => heap),
      elements: medianOf(({ elements }) => elements),
      receive: medianReceived(({ receive }) => receive.painted),
      receiveWork: medianReceived(({ receive }) => receive.work),
      receiveLongest: medianReceived(({ receive }) => receive.longest),
      receiveHeap: medianReceived(({ receiveHeap }) => receiveHeap),
      again: medianReceived(({ again }) => again.painted),
      againLongest: medianReceived(({ again }) => again.longest),
    }
  }),
)
type Figure = (typeof figures)[number]
const measured = [
  'open',
  'openWork',
  'receive',
  'receiveWork',
  'append',
  'dropped',
  'heap',
  'receiveHeap',
] as const

/**
 * Returns the ratio of the app's value to the best other library, for each measure. The best library may differ by
 * measure.
 */
function ratiosAt(slowdown: number) {
  const atSlowdown = figures.filter(figure => figure.slowdown === slowdown)
  const ours = atSlowdown.find(({ name }) => name === 'staffroom')
  const peerFigures = atSlowdown.filter(({ name }) => (peers as readonly string[]).includes(name))
  const ratio = (key: (typeof measured)[number]) =>
    (ours?.[key] ?? Number.NaN) / Math.min(...peerFigures.map(figure => figure[key]))
  return Object.fromEntries(measured.map(key => [key, Math.round(ratio(key) * 100) / 100]))
}
const ratios = Object.fromEntries(slowdowns.map(slowdown => [`${slowdown} x`, ratiosAt(slowdown)]))
const tableRow = (figure: Figure) => [
  figure.slowdown === 1 ? figure.name : `${figure.name}, 4 × slower`,
  ...(['open', 'openWork', 'receive', 'append', 'appendWork'] as const).map(key => figure[key].toFixed(0)),
  `${figure.openLongest.toFixed(0)} / ${figure.appendLongest.toFixed(0)}`,
  ...(['moved', 'dropped'] as const).map(key => figure[key].toFixed(0)),
  figure.heap.toFixed(1),
  figure.elements.toFixed(0),
]
const table = markdownTable(
  [
    '',
    'open',
    'CPU',
    'from the response',
    'append',
    'CPU',
    'longest task',
    'moved px',
    'dropped frames',
    'heap MB',
    'elements',
  ],
  figures.map(tableRow),
)
const describeRatios = (slowdown: number) => {
  const { open, openWork, append, receive, heap } = ratiosAt(slowdown)
  const times = (value: number | undefined) => `${value?.toFixed(2)} ×`
  return `open ${times(open)} (CPU ${times(openWork)}), from the response ${times(receive)}, append ${times(append)}, heap ${times(heap)}`
}
const medianLoad = Math.round(median(load))
const countPages = (interval: number) => Math.ceil(rounds / interval)
const description = `Milliseconds until the newest message is painted, and CPU time of the main thread. Longest task: on open / on append. \
Moved: largest shift of a row when 50 older and 5 newer messages arrive. Dropped frames: of 180. Medians of ${rounds} pages, of \
${countPages(readRounds)} for scrolling and ${countPages(receiveRounds)} from the response (23 MB of JSON), on two cores with a load of ${medianLoad}. Ratio to the best \
other list: ${describeRatios(1)}; 4 × slower: ${describeRatios(4)}.`
console.log(`${table}\n\n${description}\n${JSON.stringify(ratios, null, 2)}`)
record('chat', { rounds, load: medianLoad, figures, ratios }, `${table}\n\n${description}`)
