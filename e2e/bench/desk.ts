import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { waitUntilIdle, watchRequests } from '../../scripts/waitUntilIdle.ts'
import { startNodeHost } from '../support/nodeHost.ts'
import { password } from '../support/people.ts'
import { seededWeek } from '../support/schoolClock.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'

/**
 * Opens the correction desk with about thirty and with a thousand submissions, each on a first visit by address and from
 * the homework list. Uses the production build, the real server and a fresh context per sample. `open`: from the
 * navigation or the click to the frame that shows the first pupil. `next`: from the key to the frame that shows the next
 * pupil, whose files are prefetched. `files`: responses until the desk is open. Medians.
 */
const desks = [
  { name: 'a class', path: '/classes/1/homework/1/submissions' },
  { name: 'a thousand', path: '' },
]
const visits = ['first visit', 'from the homework list'] as const
type Visit = (typeof visits)[number]
const rounds = Number(process.argv[2] ?? 11)
const steps = 6

const host = await startNodeHost({ args: ['--crowd'] })
const crowd = host.withSchool(database =>
  database.prepare("select id, course_id from homeworks where text like 'Project days%'").get(),
)
const thousand = desks[1]
if (!crowd || !thousand) throw new Error('the school has no homework of a thousand')
thousand.path = `/classes/${crowd.course_id}/homework/${crowd.id}/submissions`

declare global {
  interface Window {
    /** Pupils shown so far: time, time since the key in ms, and number of frames since the key. */
    shown: { at: number; took: number; frames: number }[]
    /** Time of the last click, or 0. */
    clickedAt: number
  }
}

type Sample = { open: number; next: number; frames: number; files: number; elements: number }
const samples = new Map<string, Sample[]>()
const load: number[] = []
const pupils = new Map<string, number>()
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments })
try {
  const state = await signIn(browser)
  for (let round = -1; round < rounds; round += 1) {
    for (const desk of round % 2 === 0 ? desks : [...desks].reverse()) {
      for (const visit of visits) {
        const sample = await measure(browser, state, desk, visit)
        load.push(loadavg()[0] ?? 0)
        const key = `${desk.name} ${visit}`
        // The first round only warms the caches of browser and disk.
        if (round >= 0) samples.set(key, [...(samples.get(key) ?? []), sample])
      }
    }
  }
} finally {
  await browser.close()
  await host.stop()
}

async function signIn(from: Browser) {
  const context = await from.newContext()
  const page = await context.newPage()
  await page.goto(`${host.url}/classes/1/timetable?week=${seededWeek}`)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByLabel('Login name').fill('albrecht')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await page.locator('[data-lesson]').first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

type State = Awaited<ReturnType<typeof signIn>>

async function measure(
  from: Browser,
  state: State,
  desk: (typeof desks)[number],
  visit: Visit,
): Promise<Sample> {
  const context = await from.newContext({ storageState: state, viewport: { width: 1280, height: 800 } })
  watchRequests(context)
  await context.addInitScript(watchPupil)
  const page = await context.newPage()
  if (visit === 'first visit') await page.goto(host.url + desk.path)
  else {
    await page.goto(host.url + desk.path.replace(/\/\d+\/submissions$/, ''))
    const link = page.locator(`main a[href="${desk.path}"]`).first()
    await link.waitFor()
    await rest(page)
    await page.evaluate('performance.clearResourceTimings()')
    await link.click()
  }
  await page.waitForFunction(count => window.shown.length > count, 0)
  const { open, files } = await page.evaluate<{ open: number; files: number }>(`({
    open: window.shown[0].at - window.clickedAt,
    files: performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= window.shown[0].at).length,
  })`)
  const elements = await page.evaluate<number>('document.querySelectorAll("*").length')
  const listed = await page.evaluate<number>(
    `fetch('/api/v2' + location.pathname.replace(/^.*homework/, '/todos').replace(/submissions.*/, 'submissions'), { headers: { 'X-Staffroom': '1' } })
      .then(response => response.json()).then(rows => rows.length)`,
  )
  pupils.set(desk.name, listed)
  const shown: { took: number; frames: number }[] = []
  for (let step = 0; step < steps; step += 1) {
    await rest(page)
    const before = await page.evaluate<number>('window.shown.length')
    await page.keyboard.press('j')
    await page.waitForFunction(count => window.shown.length > count, before)
    shown.push(await page.evaluate(`window.shown.at(-1)`))
  }
  await context.close()
  return {
    open,
    files,
    elements,
    next: median(shown.map(({ took }) => took)),
    frames: median(shown.map(({ frames }) => frames)),
  }
}

/** Waits until the files of the next pupil are prefetched: no requests in flight for half a second. */
async function rest(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await page.evaluate(
    'new Promise(resolve => requestIdleCallback(() => setTimeout(resolve, 500), { timeout: 2000 }))',
  )
}

/** Runs in the page. Records each change of the pupil's name, when its frame was sent to the compositor. */
function watchPupil(): void {
  window.shown = []
  window.clickedAt = 0
  addEventListener(
    'click',
    ({ timeStamp }) => {
      window.clickedAt = timeStamp
    },
    true,
  )
  let pressed = 0
  let pressedFrame = 0
  let frame = 0
  let name = ''
  const count = () => {
    frame += 1
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp
      pressedFrame = frame
    },
    true,
  )
  const recordChange = () => {
    const heading = document.querySelector('main section h2[tabindex="-1"]')?.textContent ?? ''
    if (heading === '' || heading === name) return
    name = heading
    requestAnimationFrame(() => {
      const frames = frame - pressedFrame
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const at = performance.now()
        window.shown.push({ at, took: at - pressed, frames })
      }
      port2.postMessage(null)
    })
  }
  new MutationObserver(recordChange).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}

const figures = desks.flatMap(({ name }) =>
  visits.map(visit => {
    const all = samples.get(`${name} ${visit}`) ?? []
    const medianOf = (key: keyof Sample) => Math.round(median(all.map(sample => sample[key])) * 10) / 10
    return {
      name,
      visit,
      pupils: pupils.get(name) ?? 0,
      open: medianOf('open'),
      files: medianOf('files'),
      next: medianOf('next'),
      frames: medianOf('frames'),
      elements: medianOf('elements'),
    }
  }),
)
const openOf = (name: string, visit: Visit) =>
  figures.find(figure => figure.name === name && figure.visit === visit)?.open ?? Number.NaN
const ratios = Object.fromEntries(
  visits.map(visit => [visit, openOf('a thousand', visit) / openOf('a class', visit)]),
)
const table = markdownTable(
  ['', 'submissions', 'open', 'files', 'next pupil', 'frames', 'elements'],
  figures.map(figure => [
    `${figure.name}, ${figure.visit}`,
    String(figure.pupils),
    figure.open.toFixed(1),
    figure.files.toFixed(0),
    figure.next.toFixed(1),
    figure.frames.toFixed(0),
    figure.elements.toFixed(0),
  ]),
)
const description = `Milliseconds, with a load of ${median(load).toFixed(0)}; medians of ${rounds} pages and ${steps} steps each. \
Opening a thousand takes ${visits.map(visit => `${ratios[visit]?.toFixed(2)} × (${visit})`).join(' and ')} the time of a class.`
console.log(`${table}\n\n${description}`)
record('desk', { rounds, steps, load: median(load), figures, ratios }, `${table}\n\n${description}`)
