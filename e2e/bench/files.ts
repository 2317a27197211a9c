import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { browserCode } from '../../scripts/browserCode.ts'
import { ensurePeers } from './ensurePeers.ts'
import { classFiles } from './files/classFiles.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'
import { longestTask, traceCategories } from './trace.ts'

/**
 * Compares the files of a class, 50,000 in one flat array and 5,000 of them in one folder: the app's screen, two other
 * file managers and a bare virtual table. Production builds, one fresh page per sample, candidates in turn. `painted`
 * ends with the frame that shows the expected row. Work and longest task are thread time of the main thread, so that
 * other processes hardly change them. Medians: on a busy machine only the ratios are reliable.
 */
const names = [
  'virtual table',
  '@cubone/react-file-manager',
  '@svar-ui/react-filemanager',
  'staffroom',
] as const
const peers = names.slice(1, 3)
const steps = ['open', 'enter', 'sortDown'] as const
const rounds = Number(process.argv[2] ?? 7)
/** The step `receive` runs only in every n-th round. */
const receiveRounds = 3

type Name = (typeof names)[number]
type Step = { painted: number; work: number; longest: number }

ensurePeers()
const root = fileURLToPath(new URL('files', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/bench-files', import.meta.url))
const shared = { root, configFile: false, logLevel: 'error' } as const
await build({ ...shared, build: { outDir, emptyOutDir: true, manifest: true }, plugins: browserCode() })
const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
const address = server.resolvedUrls?.local[0] ?? ''

// Without a frame limit, because at 60 frames per second all times would be multiples of 17 ms.
const args = [...browserArguments, '--disable-frame-rate-limit', '--disable-gpu-vsync']
const browser = await chromium.launch({ executablePath: ensureBrowser(), args })

type Sample = Awaited<ReturnType<typeof takeSample>>
const samples = new Map<Name, Sample[]>(names.map(name => [name, []]))
const load: number[] = []
try {
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + names.length) % names.length] ?? 'staffroom'
      const sample = await takeSample(name, round)
      load.push(loadavg()[0] ?? 0)
      // The first round only warms the caches of browser and disk.
      if (round >= 0) samples.get(name)?.push(sample)
    }
  }
} finally {
  await browser.close()
  await server.close()
}

async function takeSample(name: Name, round: number) {
  const rows = await withPage(name, 'rows', async ({ step, heap, call }) => {
    const heapBefore = await heap()
    const open = await step('open')
    const heapGrowth = (await heap()) - heapBefore
    const enter = await step('enter')
    const elements = await call('elements')
    return { open, enter, sortDown: await step('sortDown'), heap: heapGrowth, elements }
  })
  const received =
    round % receiveRounds === 0 ? await withPage(name, 'text', ({ step }) => step('receive')) : undefined
  return { ...rows, received }
}

type Steps = {
  /** Runs a step, waits until the page is idle, and returns its times in ms. */
  step(name: (typeof steps)[number] | 'receive'): Promise<Step>
  /** Calls a function of `window.bench`. */
  call(name: string): Promise<number>
  /** Heap size after garbage collection, in MB. */
  heap(): Promise<number>
}

async function withPage<T>(name: Name, as: 'rows' | 'text', run: (steps: Steps) => Promise<T>) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(address)
    await page.evaluate(`window.bench.load(${JSON.stringify(name)}, ${JSON.stringify(as)})`)
    return await run(await createSteps(page))
  } catch (cause) {
    throw new Error(`${name} failed, with ${as}`, { cause })
  } finally {
    await context.close()
  }
}

async function createSteps(page: Page): Promise<Steps> {
  const counters = await page.context().newCDPSession(page)
  await counters.send('Performance.enable', { timeDomain: 'threadTicks' })
  await counters.send('HeapProfiler.enable')
  const call: Steps['call'] = name => page.evaluate<number>(`window.bench.${name}()`)
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
      return { painted, work, longest: longestTask(await browser.stopTracing(), `bench:${name}`) }
    },
    async heap() {
      await call('rest')
      for (let time = 0; time < 2; time += 1) await counters.send('HeapProfiler.collectGarbage')
      return (await counter('JSHeapUsedSize')) / 1e6
    },
  }
}

/**
 * Returns the JavaScript of a candidate without React and the schemas of the response, gzipped, in kB. The app's
 * includes its router, cache and messages.
 */
function weightOf(name: Name): number {
  const chunks: Record<string, { file: string; imports?: string[]; isEntry?: boolean }> = JSON.parse(
    readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'),
  )
  const collectImports = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of chunks[key]?.imports ?? []) collectImports(next, found)
    return found
  }
  const reactModules = collectImports('reactAlone.ts')
  const own = [...collectImports(modules[name])].filter(
    key => !reactModules.has(key) && !chunks[key]?.isEntry,
  )
  const bytes = own.map(key => gzipSync(readFileSync(join(outDir, chunks[key]?.file ?? ''))).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
const modules: Record<Name, string> = {
  'virtual table': 'bareTable.tsx',
  '@cubone/react-file-manager': 'cubone.tsx',
  '@svar-ui/react-filemanager': 'svar.tsx',
  staffroom: 'staffroom.tsx',
}

const tenth = (value: number) => Math.round(value * 10) / 10
const figures = names.map(name => {
  const all = samples.get(name) ?? []
  const medianOf = (getValue: (sample: Sample) => number) => tenth(median(all.map(getValue)))
  const received = all.flatMap(sample => sample.received ?? [])
  const medianReceived = (getValue: (step: Step) => number) => tenth(median(received.map(getValue)))
  return {
    name,
    open: medianOf(({ open }) => open.painted),
    openWork: medianOf(({ open }) => open.work),
    openLongest: medianOf(({ open }) => open.longest),
    enter: medianOf(({ enter }) => enter.painted),
    enterWork: medianOf(({ enter }) => enter.work),
    enterLongest: medianOf(({ enter }) => enter.longest),
    sortDown: medianOf(({ sortDown }) => sortDown.painted),
    sortDownWork: medianOf(({ sortDown }) => sortDown.work),
    sortDownLongest: medianOf(({ sortDown }) => sortDown.longest),
    receive: medianReceived(({ painted }) => painted),
    receiveLongest: medianReceived(({ longest }) => longest),
    heap: medianOf(({ heap }) => heap),
    elements: medianOf(({ elements }) => elements),
    kB: tenth(weightOf(name)),
  }
})
const getFigure = (name: Name) => {
  const found = figures.find(figure => figure.name === name)
  if (!found) throw new Error(`${name} was not measured`)
  return found
}
const ours = getFigure('staffroom')
const virtualTable = getFigure('virtual table')
const ratio = (value: number) => Math.round(value * 100) / 100
const ratios = Object.fromEntries(
  ([...steps, 'openWork', 'enterWork', 'sortDownWork', 'receive', 'heap'] as const).map(key => [
    key,
    {
      'virtual table': ratio(ours[key] / virtualTable[key]),
      'best peer': ratio(ours[key] / Math.min(...peers.map(name => getFigure(name)[key]))),
    },
  ]),
)

const table = markdownTable(
  [
    '',
    'open',
    'the folder of 5,000',
    'sort descending',
    'CPU',
    'longest task',
    'from the response',
    'heap MB',
    'elements',
    'kB',
  ],
  figures.map(figure => [
    figure.name,
    ...steps.map(step => figure[step].toFixed(0)),
    steps.map(step => figure[`${step}Work`].toFixed(0)).join(' / '),
    steps.map(step => figure[`${step}Longest`].toFixed(0)).join(' / '),
    `${figure.receive.toFixed(0)} (${figure.receiveLongest.toFixed(0)})`,
    figure.heap.toFixed(1),
    figure.elements.toFixed(0),
    figure.kB.toFixed(0),
  ]),
)
const megabytes = JSON.stringify(classFiles().rows).length / 1e6
const describeRatio = ([key, values]: [string, Record<string, number>]) =>
  `${key} ${values['virtual table']?.toFixed(2)} / ${values['best peer']?.toFixed(2)}`
const description = `Milliseconds until painted; CPU time and longest task of the main thread for the three steps, in brackets from the \
response (${megabytes.toFixed(0)} MB of JSON). Heap: without the rows. kB: JavaScript without React and schemas, gzip; Staffroom's includes \
router, cache and texts. Medians of ${rounds} pages, of ${Math.ceil(rounds / receiveRounds)} from the response, on two cores with a load of \
${Math.round(median(load))}. Ratios to the virtual table / the better file manager: ${Object.entries(ratios).map(describeRatio).join(', ')}.`
console.log(`${table}\n\n${description}\n${JSON.stringify(ratios, null, 2)}`)
record('files', { rounds, load: Math.round(median(load)), figures, ratios }, `${table}\n\n${description}`)
