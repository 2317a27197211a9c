import { launchBrowser, servePages } from './browser.ts'
import { withCandidate } from './candidates.ts'
import { formatRatio, markdownTable, withRatio } from './report.ts'
import { type BenchOptions, findRow, runRounds } from './rounds.ts'

const peers = ['fullcalendar', 'react-big-calendar', 'schedule-x']
const names = ['bare grid', 'staffroom', ...peers]
const measures = ['mount', 'mountWork', 'next', 'nextWork'] as const

/** Compares the timetable with the same ten weeks in other calendars and in a bare grid. */
export async function run(options: BenchOptions): Promise<string> {
  const { url, close } = await servePages('timetable')
  const browser = await launchBrowser({ limitsFrames: false })
  const { medians, rows } = await runRounds({
    cases: names.map(name => ({ name })),
    rounds: options.rounds,
    printed: measures,
    take: ({ name }) =>
      withCandidate(browser, { url, name }, async ({ step, call }) => ({
        ...(await step('mount')),
        elements: await call('elements'),
        ...(await step('next')),
      })),
  })
  await Promise.all([browser.close(), close()])

  const grid = findRow(rows, 'bare grid')
  const bestPeer = Math.min(...peers.map(name => findRow(rows, name).mount))
  const table = markdownTable(
    ['', 'mount', 'CPU', 'next week', 'CPU', 'elements'],
    rows.map(row => [row.name, ...measures.map(key => withRatio(row[key], grid[key])), row.elements]),
  )
  return `${table}

Milliseconds until painted, and CPU time of the main thread; ${medians} (ratio to the bare grid). Mounting takes \
${formatRatio(findRow(rows, 'staffroom').mount, bestPeer)} the time of the best other calendar.`
}
