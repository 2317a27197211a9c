import { launchBrowser, servePages } from './browser.ts'
import { withCandidate } from './candidates.ts'
import { formatNumber, formatRatio, markdownTable } from './report.ts'
import { type BenchOptions, findRow, runRounds } from './rounds.ts'

const peers = ['virtua', 'react-virtuoso', '@tanstack/react-virtual']
const names = ['last 60 only', ...peers, 'staffroom']
const slowdown = 4

/** Compares the list of the app with the same rows in other libraries. */
export async function run(options: BenchOptions): Promise<string> {
  const { url, close } = await servePages('chat')
  const browser = await launchBrowser({ limitsFrames: false })
  // With 60 frames per second, to count dropped frames.
  const steadyBrowser = await launchBrowser({ limitsFrames: true })
  /** Opens the chat with a response, and scrolls in it. */
  const readChat = async (name: string) => {
    const options = { url, name, slowdown }
    const received = await withCandidate(steadyBrowser, { ...options, as: 'text' }, ({ step }) =>
      step('receive'),
    )
    const read = await withCandidate(steadyBrowser, options, async ({ page, call }) => {
      await call('open')
      await call('rest')
      await page.mouse.move(640, 400)
      for (let turn = 0; turn < 2; turn += 1) {
        await page.mouse.wheel(0, -800)
        await call('rest')
      }
      const older = await call('movedBy', 'older')
      await call('rest')
      const newer = await call('movedBy', 'newer')
      await call('rest')
      return { moved: Math.max(older, newer), dropped: await call('scroll') }
    })
    return { ...received, ...read }
  }
  const { medians, rows } = await runRounds({
    cases: names.map(name => ({ name })),
    rounds: options.rounds,
    printed: ['open', 'openWork', 'receive', 'append', 'heap'],
    // Visible messages must never move.
    maxima: ['moved'],
    async take({ name }, round) {
      const opened = await withCandidate(browser, { url, name, slowdown }, async ({ step, heap, call }) => ({
        ...(await step('open')),
        heap: await heap(),
        elements: await call('elements'),
        ...(await step('append')),
      }))
      return { ...opened, ...(round >= 0 && (await readChat(name))) }
    },
  })
  await Promise.all([browser.close(), steadyBrowser.close(), close()])

  const ours = findRow(rows, 'staffroom')
  const others = peers.map(name => findRow(rows, name))
  const ratio = (key: 'open' | 'openWork' | 'receive' | 'append' | 'appendWork' | 'heap') =>
    formatRatio(ours[key], Math.min(...others.map(row => row[key])))
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
    rows.map(row => [
      row.name,
      row.open,
      row.openWork,
      row.receive,
      row.append,
      row.appendWork,
      `${formatNumber(row.openLongest)} / ${formatNumber(row.appendLongest)}`,
      row.moved,
      row.dropped,
      row.heap,
      row.elements,
    ]),
  )
  return `${table}

Milliseconds on a CPU ${slowdown} times slower until the newest message is painted, and CPU time of the main thread. From the response: \
23 MB of JSON. Longest task: on open / on append. Moved: largest shift of a row when 50 older and 5 newer messages arrive. Dropped \
frames: of 90. Figures are ${medians}. Ratios to the best other list: open ${ratio('open')} (CPU ${ratio('openWork')}), from the \
response ${ratio('receive')}, append ${ratio('append')} (CPU ${ratio('appendWork')}), heap ${ratio('heap')}.`
}
