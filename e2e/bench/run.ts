import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensurePeers } from './ensurePeers.ts'
import { describeCommit, writeReport } from './report.ts'
import type { BenchOptions } from './rounds.ts'

// Runs one benchmark: npm run bench -- NAME. Without a name it lists them.

type Bench = {
  about: string
  /** What is built or installed first. */
  needs?: 'app' | 'demo' | 'peers'
  /** Returns the report in Markdown. */
  load: () => Promise<{ run: (options: BenchOptions) => Promise<string> }>
}

const benches: Record<string, Bench> = {
  chat: {
    about: 'a chat of 50,000 messages, compared with lists of other libraries',
    needs: 'peers',
    load: () => import('./chat.ts'),
  },
  desk: {
    about: 'the correction desk with thirty and with a thousand submissions',
    needs: 'app',
    load: () => import('./desk.ts'),
  },
  documents: {
    about: 'memory of the server while a file of 200 MB is transferred (on Linux)',
    load: () => import('./documents.ts'),
  },
  endurance: {
    about: 'heap and nodes of a page before and after 100 changes of screen',
    needs: 'app',
    load: () => import('./endurance.ts'),
  },
  feel: {
    about: 'CPU per key, opening and change of screen, in a small and a large class',
    needs: 'app',
    load: () => import('./feel.ts'),
  },
  files: {
    about: '50,000 files of a class, compared with other file managers',
    needs: 'peers',
    load: () => import('./files.ts'),
  },
  'first-paint': {
    about: 'the first paint of the demo on a slow phone',
    needs: 'demo',
    load: () => import('./firstPaint.ts'),
  },
  load: {
    about: 'first visits, compared with the packages alone',
    needs: 'app',
    load: () => import('./load.ts'),
  },
  parse: {
    about: 'ways to parse a list of 50,000 rows',
    load: () => import('./parse.ts'),
  },
  pen: {
    about: '500 strokes on a photo, and a marked copy of a PDF',
    needs: 'app',
    load: () => import('./pen.ts'),
  },
  photos: {
    about: 'preparing a photo of 12 million pixels (--heic PATH measures a HEIC photo, too)',
    needs: 'app',
    load: () => import('./photos.ts'),
  },
  scale: {
    about: 'several processes and one PostgreSQL (--pages N, --processes N, --seconds N, --events)',
    load: () => import('./scale.ts'),
  },
  service: {
    about: 'one process with a SQLite file, compared with bare routes',
    needs: 'peers',
    load: () => import('./service.ts'),
  },
  size: {
    about: 'kB of JavaScript of the first load',
    needs: 'app',
    load: () => import('./size.ts'),
  },
  timetable: {
    about: 'a week of the timetable, compared with other calendars',
    needs: 'peers',
    load: () => import('./timetable.ts'),
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    print: { type: 'boolean', default: false },
    pages: { type: 'string', default: '2000' },
    processes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    events: { type: 'boolean', default: false },
    heic: { type: 'string' },
  },
})
const name = positionals[0] ?? ''
const bench = benches[name]
if (bench) await measure(bench)
else listBenches()

async function measure({ needs, load }: Bench): Promise<void> {
  const commit = describeCommit()
  const loadBefore = Math.round(loadavg()[0] ?? 0)
  if (needs === 'peers') ensurePeers()
  else if (needs) build(needs)
  const { run } = await load()
  const report = await run({
    rounds: values.rounds === undefined ? undefined : Number(values.rounds),
    pages: Number(values.pages),
    processes: Number(values.processes),
    seconds: Number(values.seconds),
    events: values.events,
    heic: values.heic,
  })
  const loadAfter = Math.round(loadavg()[0] ?? 0)
  const machine = `${availableParallelism()} cores with a load of ${loadBefore} before and ${loadAfter} at the end`
  const complete = `${report} ${commit}, on ${machine}.`
  console.log(complete)
  // Only a complete report is written.
  if (!values.print) writeReport(name === 'scale' && values.events ? 'scale-events' : name, complete)
}

function build(target: 'app' | 'demo'): void {
  const script = join(import.meta.dirname, '../../scripts/build.ts')
  const { status } = spawnSync(process.execPath, [script, target], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function listBenches(): void {
  console.log(`npm run bench -- NAME [--rounds N] [--print]

Each takes up to three minutes, or as many rounds as asked for. A complete report is written to docs/benchmarks.md if
the page has a section for it, unless --print is set.
`)
  for (const [listed, { about }] of Object.entries(benches)) console.log(`  ${listed.padEnd(12)} ${about}`)
  if (name !== '') process.exitCode = 1
}
