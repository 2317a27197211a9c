import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentSecurityPolicy } from '../../src/gateway/securityHeaders.ts'
import { createMeter, launchBrowser, openPage, servePages } from './browser.ts'
import { chatMessages } from './chat/chatMessages.ts'
import { classFiles } from './files/classFiles.ts'
import { markdownTable } from './report.ts'
import { type BenchOptions, runRounds } from './rounds.ts'

const candidates = {
  mainThread: 'JSON.parse and zod on the main thread',
  app: 'app: JSON and zod in slices',
  worker: 'JSON.parse and zod in a worker, one message',
  workerInParts: 'the same, 2,000 rows per message',
}
const lists = ['files', 'messages']

/** Compares ways to parse a list of 50,000 files or messages from the network, with the app's CSP. */
export async function run(options: BenchOptions): Promise<string> {
  // Without trusted types, which would need a policy for the worker's address.
  const directives = contentSecurityPolicy.split(';').filter(entry => !entry.includes('trusted-types'))
  const { url, outDir, close } = await servePages('parse', {
    'Content-Security-Policy': directives.join(';'),
  })
  writeFileSync(join(outDir, 'files.json'), JSON.stringify(classFiles().rows))
  writeFileSync(join(outDir, 'messages.json'), JSON.stringify(chatMessages(1, 50_000)))
  const browser = await launchBrowser({ limitsFrames: true })
  const { medians, rows } = await runRounds({
    cases: lists.flatMap(group => Object.entries(candidates).map(([key, name]) => ({ key, name, group }))),
    rounds: options.rounds,
    printed: ['longest', 'total', 'work'],
    async take({ key, group }) {
      const page = await openPage(browser)
      await page.goto(url)
      const meter = await createMeter(page)
      const heapBefore = await meter.readHeap()
      const { value, work, longest } = await meter.trace('bench:parse', () =>
        page.evaluate<number>(`window.parseBench.run('${key}', '${group}')`),
      )
      const count = await page.evaluate('window.parseBench.count()')
      if (count !== 50_000) throw new Error(`${key} returned ${count} rows`)
      const heap = (await meter.readHeap()) - heapBefore
      await page.context().close()
      return { total: value, work, longest, heap }
    },
  })
  await Promise.all([browser.close(), close()])

  const table = markdownTable(
    ['', 'longest task', 'total', 'CPU of the main thread', 'heap MB'],
    rows.map(row => [`${row.group}: ${row.name}`, row.longest, row.total, row.work, row.heap]),
  )
  return `${table}\n\nMilliseconds, ${medians}.`
}
