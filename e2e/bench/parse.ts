import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { browserCode } from '../../scripts/browserCode.ts'
import { contentSecurityPolicy } from '../../src/gateway/securityHeaders.ts'
import { chatMessages } from './chat/chatMessages.ts'
import { classFiles } from './files/classFiles.ts'
import { median } from './median.ts'
import { markdownTable } from './results.ts'
import { longestTask, traceCategories } from './trace.ts'

/**
 * `npm run bench:parse`: compares ways to parse a list of 50,000 files or messages from the network. Production build with the
 * app's CSP, one fresh page per sample, candidates in turn, medians. Work and longest task are thread time of the main
 * thread, so that other processes hardly change them. The total time is wall time.
 */
const candidates = {
  app: 'app: JSON and zod in slices',
  mainThread: 'JSON.parse and zod on the main thread',
  worker: 'JSON.parse and zod in a worker, one message',
  workerInParts: 'the same, 2,000 rows per message',
} as const
type Name = keyof typeof candidates
const names = Object.keys(candidates) as Name[]
const rounds = Number(process.argv[2] ?? 9)

const root = fileURLToPath(new URL('parse', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/bench-parse', import.meta.url))
const shared = { root, configFile: false, logLevel: 'error' } as const
await build({ ...shared, build: { outDir, emptyOutDir: true }, plugins: browserCode() })
const texts = {
  files: JSON.stringify(classFiles().rows),
  messages: JSON.stringify(chatMessages(1, 50_000)),
}
const lists = Object.keys(texts) as (keyof typeof texts)[]
for (const list of lists) writeFileSync(join(outDir, `${list}.json`), texts[list])
// Without trusted types, which would need a policy for the worker's address.
const directives = contentSecurityPolicy.split(';').filter(entry => !entry.includes('trusted-types'))
const headers = { 'Content-Security-Policy': directives.join(';') }
const server = await preview({
  ...shared,
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1', headers },
})
const address = server.resolvedUrls?.local[0] ?? ''
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments })

type Sample = Awaited<ReturnType<typeof takeSample>>
const samples: { list: string; name: Name; sample: Sample }[] = []
try {
  // The first round only warms the caches of browser and disk.
  for (let round = -1; round < rounds; round += 1) {
    for (const list of lists) {
      for (const name of names) {
        const sample = await takeSample(list, name)
        if (round >= 0) samples.push({ list, name, sample })
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
}

async function takeSample(list: string, name: Name) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(address)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const metric = async (metricName: string) => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(entry => entry.name === metricName)?.value ?? Number.NaN
    }
    const heapSize = async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await metric('JSHeapUsedSize')) / 1e6
    }
    const heapBefore = await heapSize()
    await browser.startTracing(page, { categories: traceCategories })
    const workBefore = await metric('TaskDuration')
    const total = await page.evaluate(`window.bench.run('${name}', '${list}')`)
    const work = ((await metric('TaskDuration')) - workBefore) * 1000
    const longest = longestTask(await browser.stopTracing(), 'bench:parse')
    const count = await page.evaluate('window.bench.count()')
    if (count !== 50_000) throw new Error(`${name} returned ${count} rows`)
    return { total: Number(total), work, longest, heap: (await heapSize()) - heapBefore }
  } finally {
    await context.close()
  }
}

for (const list of lists) {
  const rows = names.map(name => {
    const pageSamples = samples.filter(entry => entry.list === list && entry.name === name)
    const medianOf = (key: keyof Sample) => median(pageSamples.map(({ sample }) => sample[key])).toFixed(0)
    return [candidates[name], medianOf('longest'), medianOf('total'), medianOf('work'), medianOf('heap')]
  })
  const head = [list, 'longest task, ms', 'total, ms', 'work of the main thread, ms', 'heap, MB']
  const size = (texts[list].length / 1e6).toFixed(0)
  console.log(`${markdownTable(head, rows)}\n\nMedians of ${rounds} pages each, ${size} MB of JSON.\n`)
}
