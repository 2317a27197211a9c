import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchBrowser, servePages } from './browser.ts'
import { withCandidate } from './candidates.ts'
import { formatNumber, markdownTable } from './report.ts'
import { type BenchOptions, findRow, runRounds } from './rounds.ts'

const cases = [
  { name: 'virtual table', module: 'bareTable.tsx' },
  { name: '@cubone/react-file-manager', module: 'cubone.tsx' },
  { name: '@svar-ui/react-filemanager', module: 'svar.tsx' },
  { name: 'staffroom', module: 'staffroom.tsx' },
]
const peers = ['@cubone/react-file-manager', '@svar-ui/react-filemanager']
const steps = ['open', 'enter', 'sortDown'] as const

/**
 * Compares the files of a class, 50,000 in one flat array and 5,000 of them in one folder: the app's screen, two other
 * file managers and a bare virtual table.
 */
export async function run(options: BenchOptions): Promise<string> {
  const { url, outDir, close } = await servePages('files')
  const browser = await launchBrowser({ limitsFrames: false })
  const { medians, rows } = await runRounds({
    cases,
    rounds: options.rounds,
    printed: [...steps, 'receive', 'heap'],
    async take({ name }) {
      const opened = await withCandidate(browser, { url, name }, async ({ step, heap, call }) => {
        const heapBefore = await heap()
        const open = await step('open')
        const heapGrowth = (await heap()) - heapBefore
        const enter = await step('enter')
        const elements = await call('elements')
        return { ...open, ...enter, ...(await step('sortDown')), heap: heapGrowth, elements }
      })
      const received = await withCandidate(browser, { url, name, as: 'text' }, ({ step }) => step('receive'))
      return { ...opened, ...received }
    },
  })
  await Promise.all([browser.close(), close()])

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
    rows.map(row => [
      row.name,
      ...steps.map(step => row[step]),
      steps.map(step => formatNumber(row[`${step}Work`])).join(' / '),
      steps.map(step => formatNumber(row[`${step}Longest`])).join(' / '),
      `${formatNumber(row.receive)} (${formatNumber(row.receiveLongest)})`,
      row.heap,
      row.elements,
      readSize(outDir, row.module),
    ]),
  )
  const ours = findRow(rows, 'staffroom')
  const virtualTable = findRow(rows, 'virtual table')
  const ratios = ([...steps, 'openWork', 'enterWork', 'sortDownWork', 'receive', 'heap'] as const).map(
    key => {
      const best = Math.min(...peers.map(name => findRow(rows, name)[key]))
      return `${key} ${(ours[key] / virtualTable[key]).toFixed(2)} / ${(ours[key] / best).toFixed(2)}`
    },
  )
  return `${table}

Milliseconds until painted; CPU time and longest task of the main thread for the three steps, in brackets from the response (23 MB of \
JSON). Heap: without the rows. kB: JavaScript without React and schemas, gzip; Staffroom's includes router, cache and texts. Figures are \
${medians}. Ratios to the virtual table / the better file manager: ${ratios.join(', ')}.`
}

/** Returns the JavaScript of a candidate without React and the schemas of the response, gzipped, in kB. */
function readSize(outDir: string, module: string): number {
  const chunks: Record<string, { file: string; imports?: string[]; isEntry?: boolean }> = JSON.parse(
    readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'),
  )
  const collectImports = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of chunks[key]?.imports ?? []) collectImports(next, found)
    return found
  }
  const shared = collectImports('reactAlone.ts')
  const own = [...collectImports(module)].filter(key => !shared.has(key) && !chunks[key]?.isEntry)
  const bytes = own.map(key => gzipSync(readFileSync(join(outDir, chunks[key]?.file ?? ''))).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
