import { serveDemo } from '../support/demoHost.ts'
import { createMeter, launchBrowser, openPage } from './browser.ts'
import { markdownTable } from './report.ts'
import { type BenchOptions, runRounds } from './rounds.ts'

const maxMs = 300
const oneWord = { contentType: 'text/html', body: '<!doctype html><h1>Staffroom</h1>' }

/**
 * Measures when the demo paints first, and when its sign-in page with the school appears, in ms since the navigation. A
 * page with one word is the minimum. Fails if the first paint of a slow phone takes too long.
 */
export async function run(options: BenchOptions): Promise<string> {
  const host = await serveDemo()
  const browser = await launchBrowser({ limitsFrames: true })
  const firstPaint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  const { medians, rows } = await runRounds({
    cases: [1, 4, 6].map(slowdown => ({ name: `${slowdown} × slower`, slowdown })),
    rounds: options.rounds,
    printed: ['oneWord', 'shape', 'school'],
    warmsUp: false,
    async take({ slowdown }) {
      const blank = await openPage(browser, { viewport: { width: 360, height: 740 } })
      await (await createMeter(blank)).slowDown(slowdown)
      await blank.route('**/one-word.html', route => route.fulfill(oneWord))
      await blank.goto(`${host.url}/one-word.html`)
      await blank.waitForFunction(firstPaint)
      const word = await blank.evaluate(firstPaint)
      const page = await blank.context().newPage()
      await blank.close()
      await (await createMeter(page)).slowDown(slowdown)
      await page.goto(host.url, { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Sign in with a password' }).waitFor({ timeout: 120_000 })
      const school = await page.evaluate(() => performance.now())
      const shape = await page.evaluate(firstPaint)
      await page.context().close()
      return { oneWord: word, shape, school }
    },
  })
  await browser.close()
  host.stop()
  for (const { slowdown, shape } of rows) {
    if (slowdown === 1 || shape <= maxMs) continue
    console.error(
      `At ${slowdown} times slower the first paint takes ${shape} ms instead of at most ${maxMs}.`,
    )
    process.exitCode = 1
  }
  const table = markdownTable(
    ['', 'first paint of one word', 'of the demo', 'its school'],
    rows.map(row => [row.name, row.oneWord, row.shape, row.school]),
  )
  return `${table}\n\nMilliseconds, ${medians}.`
}
