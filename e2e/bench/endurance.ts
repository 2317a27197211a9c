import { seededWeek } from '../support/schoolClock.ts'
import { createMeter, launchBrowser, openPage, waitUntilPageRests } from './browser.ts'
import { openScreen, screenNames, startSchools } from './feel/schools.ts'
import { formatNumber, markdownTable } from './report.ts'
import { type BenchOptions, runRounds } from './rounds.ts'

const screenChanges = 100

/** Changes the screen many times, and compares heap, nodes and listeners before and after. */
export async function run(options: BenchOptions): Promise<string> {
  const { schools, stop } = await startSchools()
  const browser = await launchBrowser({ limitsFrames: true })
  const { medians, rows } = await runRounds({
    cases: schools,
    rounds: options.rounds,
    printed: ['heap', 'heapAfter', 'nodes', 'nodesAfter'],
    warmsUp: false,
    async take({ host, courseId }) {
      const page = await openPage(browser, { host, login: 'albrecht' })
      await page.goto(`/classes/${courseId}/timetable?week=${seededWeek}`)
      const { readHeap, readMetric } = await createMeter(page)
      const read = async () => ({
        heap: await readHeap(),
        nodes: await readMetric('Nodes'),
        listeners: await readMetric('JSEventListeners'),
      })
      // A screen that is left before its list has arrived cancels the request. Twice, because the first visit loads code.
      for (const name of [...screenNames, ...screenNames]) {
        await openScreen(page, name)
        await waitUntilPageRests(page)
      }
      const before = await read()
      for (let change = 0; change < screenChanges; change += 1)
        await openScreen(page, screenNames[change % screenNames.length] ?? 'Timetable')
      await waitUntilPageRests(page)
      const { heap, nodes, listeners } = await read()
      await page.context().close()
      return { ...before, heapAfter: heap, nodesAfter: nodes, listenersAfter: listeners }
    },
  })
  await Promise.all([browser.close(), stop()])

  const change = (before: number, after: number) => `${formatNumber(before)} → ${formatNumber(after)}`
  const table = markdownTable(
    ['', 'heap MB', 'nodes', 'listeners'],
    rows.map(row => [
      row.name,
      change(row.heap, row.heapAfter),
      change(row.nodes, row.nodesAfter),
      change(row.listeners, row.listenersAfter),
    ]),
  )
  return `${table}\n\nBefore and after ${screenChanges} changes of screen, in a class of thirty and a class of 1,000 pupils; ${medians}.`
}
