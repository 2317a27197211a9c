import type { Page } from '@playwright/test'
import { startNodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'
import { launchBrowser, openPage, waitUntilPageRests } from './browser.ts'
import { formatRatio, markdownTable } from './report.ts'
import { type BenchOptions, median, runRounds } from './rounds.ts'

const steps = 4

declare global {
  interface Window {
    /** Pupils shown so far: time, time since the key in ms, and number of frames since the key. */
    shown: { at: number; took: number; frames: number }[]
    /** Time of the last click, or 0. */
    clickedAt: number
  }
}

/**
 * Opens the correction desk with about thirty and with a thousand submissions, each on a first visit by address and from
 * the homework list. `open`: from the navigation or the click to the frame that shows the first pupil. `next`: from the
 * key to the frame that shows the next pupil, whose files are prefetched. `files`: responses until the desk is open.
 */
export async function run(options: BenchOptions): Promise<string> {
  const host = await startNodeHost({ crowd: true })
  const crowd = host.withSchool(database =>
    database.prepare("select id, course_id from homeworks where text like 'Project days%'").get(),
  )
  if (!crowd) throw new Error('the school has no homework of a thousand')
  const desks = [
    { name: 'a class', list: '/classes/1/homework', homeworkId: 1 },
    { name: 'a thousand', list: `/classes/${crowd.course_id}/homework`, homeworkId: Number(crowd.id) },
  ]
  const visits = ['first visit', 'from the homework list']
  const browser = await launchBrowser({ limitsFrames: true })
  const firstPage = await openPage(browser, { host })
  await enterAs(firstPage)
  const storageState = await firstPage.context().storageState()
  await firstPage.context().close()
  const { medians, rows } = await runRounds({
    cases: visits.flatMap(group => desks.map(desk => ({ ...desk, group }))),
    rounds: options.rounds,
    printed: ['open', 'next'],
    async take({ list, homeworkId, group }) {
      const page = await openPage(browser, { host, storageState })
      await page.addInitScript(watchPupil)
      const path = `${list}/${homeworkId}/submissions`
      if (group === 'first visit') await page.goto(path)
      else {
        await page.goto(list)
        const link = page.locator(`main a[href="${path}"]`).first()
        await link.waitFor()
        await waitUntilPageRests(page)
        await page.evaluate('performance.clearResourceTimings()')
        await link.click()
      }
      const opened = await waitForPupil(page, 0)
      const counts = await page.evaluate<{
        files: number
        elements: number
        submissions: number
      }>(`(async () => ({
        files: performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= window.shown[0].at).length,
        elements: document.querySelectorAll('*').length,
        submissions: (await (await fetch('/api/v2/todos/${homeworkId}/submissions', { headers: { 'X-Staffroom': '1' } })).json()).length,
      }))()`)
      const clickedAt = await page.evaluate(() => window.clickedAt)
      const next: { took: number; frames: number }[] = []
      for (let step = 0; step < steps; step += 1) {
        // Until the files of the next pupil are prefetched.
        await waitUntilPageRests(page)
        const before = await page.evaluate(() => window.shown.length)
        await page.keyboard.press('j')
        next.push(await waitForPupil(page, before))
      }
      await page.context().close()
      return {
        open: opened.at - clickedAt,
        ...counts,
        next: median(next.map(({ took }) => took)),
        frames: median(next.map(({ frames }) => frames)),
      }
    },
  })
  await Promise.all([browser.close(), host.stop()])

  const table = markdownTable(
    ['', 'submissions', 'open', 'files', 'next pupil', 'frames', 'elements'],
    rows.map(row => [
      `${row.name}, ${row.group}`,
      row.submissions,
      row.open,
      row.files,
      row.next,
      row.frames,
      row.elements,
    ]),
  )
  const ratios = visits.map(visit => {
    const [small, large] = rows.filter(({ group }) => group === visit)
    return `${formatRatio(large?.open ?? Number.NaN, small?.open ?? Number.NaN)} (${visit})`
  })
  return `${table}

Milliseconds, ${medians} and of ${steps} steps each. Opening a thousand takes ${ratios.join(' and ')} the time of a class.`
}

/** Resolves when more than `count` pupils were shown. Returns the last one. */
async function waitForPupil(page: Page, count: number) {
  const shown = await page.waitForFunction(
    count => (window.shown.length > count ? window.shown.at(-1) : undefined),
    count,
  )
  const pupil = await shown.jsonValue()
  if (!pupil) throw new Error('no pupil is shown')
  return pupil
}

/** Runs in the page. Records each change of the pupil's name, when its frame was sent to the compositor. */
function watchPupil(): void {
  window.shown = []
  window.clickedAt = 0
  let pressedAt = 0
  let pressedFrame = 0
  let frame = 0
  let name = ''
  const countFrame = () => {
    frame += 1
    requestAnimationFrame(countFrame)
  }
  requestAnimationFrame(countFrame)
  const handleClick = ({ timeStamp }: Event) => {
    window.clickedAt = timeStamp
  }
  const handleKey = ({ timeStamp }: Event) => {
    pressedAt = timeStamp
    pressedFrame = frame
  }
  addEventListener('click', handleClick, true)
  addEventListener('keydown', handleKey, true)
  const recordChange = () => {
    const heading = document.querySelector('main section h2[tabindex="-1"]')?.textContent ?? ''
    if (heading === '' || heading === name) return
    name = heading
    requestAnimationFrame(() => {
      const frames = frame - pressedFrame
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const at = performance.now()
        window.shown.push({ at, took: at - pressedAt, frames })
      }
      port2.postMessage(null)
    })
  }
  const changes = { childList: true, subtree: true, characterData: true }
  new MutationObserver(recordChange).observe(document, changes)
}
