import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { waitUntilIdle, watchRequests } from '../../scripts/waitUntilIdle.ts'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { createTemplate, type NodeHost, startNodeHost } from '../support/nodeHost.ts'
import { pageCpuMs } from '../support/pageCpu.ts'
import { seededWeek } from '../support/schoolClock.ts'
import { addManyHomeworks } from './feel/addManyHomeworks.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'

/**
 * Measures how the signed-in app reacts to a teacher: CPU of the main thread per key, per change of screen and for
 * opening things, in a class of about thirty and in a class of 1,000 pupils with 10,000 homework, 50,000 files and a
 * chat of 50,000 messages; at full speed and 4 times slower. The CPU of a key includes all work until the page
 * is idle. Each round uses a fresh context. Medians. Then changes the screen 200 times and reads heap, nodes and listeners.
 */
const rounds = Number(process.argv[2] ?? 3)
const keysPerSample = 30
const screenChanges = 200
const slowdowns = [1, 4] as const
const sizes = ['small', 'large'] as const
type Size = (typeof sizes)[number]

const template = await createTemplate(false)
const small = { host: await startNodeHost({ template }), courseId: 1, homeworkId: 1, chat: /^Class 8b/ }
const large = await startLarge()
const schools = { small, large }
type School = typeof small

async function startLarge(): Promise<School> {
  const host = await startNodeHost({ template, args: ['--crowd'] })
  return { host, ...host.withSchool(addManyHomeworks), chat: /Talk of three years/ }
}

/** A text field. `open` brings it on screen and focuses it. */
type TypingCase = { name: string; open: (page: Page, school: School) => Promise<void> }

const plainTextarea: TypingCase = {
  name: 'plain textarea',
  open: async (page, { host }) => {
    const url = `${host.url}/plain-textarea.html`
    await page.route(url, route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><textarea></textarea>' }),
    )
    await page.goto(url)
    await page.locator('textarea').focus()
  },
}

const typingCases: TypingCase[] = [
  plainTextarea,
  {
    name: 'composer',
    open: async (page, school) => {
      await openChat(page, school)
      await page.getByRole('textbox', { name: 'Message', exact: true }).focus()
    },
  },
  {
    name: 'feedback',
    open: async (page, { host, courseId, homeworkId }) => {
      await page.goto(`${host.url}/classes/${courseId}/homework/${homeworkId}/submissions`)
      const field = page.getByRole('textbox', { name: 'Feedback', exact: true })
      await field.focus()
      await field.fill('')
    },
  },
  {
    name: 'new homework',
    open: async (page, { host, courseId }) => {
      await page.goto(`${host.url}/classes/${courseId}/homework/new`)
      await page.getByRole('dialog', { name: 'New homework' }).getByLabel('Task').focus()
    },
  },
  {
    name: 'homework filter',
    open: async (page, { host, courseId }) => {
      await page.goto(`${host.url}/classes/${courseId}/homework`)
      await page.getByRole('searchbox').first().focus()
    },
  },
  {
    name: 'palette',
    open: async (page, { host, courseId }) => {
      await page.goto(`${host.url}/classes/${courseId}/homework`)
      await page.locator('main [data-homework]').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').focus()
    },
  },
]

async function openChat(page: Page, { host, chat }: School) {
  await page.goto(`${host.url}/chats`)
  await page.locator('main').getByRole('link', { name: chat }).first().click()
  await page.locator('[data-message]').last().waitFor()
}

/** Something that opens. Escape closes it. */
type OpeningCase = {
  name: string
  path: string
  /** Otherwise that of the school's size. */
  courseId?: number
  open: (page: Page) => Promise<void>
}

const openingCases: OpeningCase[] = [
  {
    name: 'palette',
    path: 'homework',
    open: async page => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
    },
  },
  {
    name: 'dialog of new homework',
    path: 'homework',
    open: async page => {
      await page
        .getByRole('link', { name: 'New homework' })
        .or(page.getByRole('button', { name: 'New homework' }))
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'lesson card',
    path: `timetable?week=${seededWeek}`,
    // The large class has no lessons.
    courseId: 1,
    open: async page => {
      await page.locator('[data-lesson]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

const screenNames = ['Homework', 'Chats', 'Files', 'Access', 'Timetable'] as const

type Sample = { typing: Map<string, number>; opening: Map<string, number>; screens: Map<string, number> }
const samples = new Map<string, Sample[]>()
const load: number[] = []
const sampleKey = (size: Size, slowdown: number) => `${size} ${slowdown}`

const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...browserArguments] })
const endurance = new Map<Size, Endurance>()
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const slowdown of slowdowns) {
      for (const size of sizes) {
        console.error(`round ${round + 1} of ${rounds}: ${size}, ${slowdown} × slower`)
        const sample = await measure(browser, schools[size], slowdown)
        load.push(loadavg()[0] ?? 0)
        samples.set(sampleKey(size, slowdown), [...(samples.get(sampleKey(size, slowdown)) ?? []), sample])
      }
    }
  }
  for (const size of sizes) endurance.set(size, await changeScreens(browser, schools[size]))
} finally {
  await browser.close()
  await small.host.stop()
  await large.host.stop()
}

async function signedInPage(from: Browser, { host }: School, slowdown: number): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  watchRequests(context)
  await context.addCookies([sessionCookie(host)])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  page.setDefaultTimeout(120_000)
  return page
}

function sessionCookie({ url }: NodeHost) {
  const [name = '', value = ''] = createSessionCookie(url)
    .write(template.sessions.get('albrecht') ?? '')
    .split(/[=;]/)
  return { name, value, url, httpOnly: true, sameSite: 'Strict' as const }
}

async function measure(from: Browser, school: School, slowdown: number): Promise<Sample> {
  const page = await signedInPage(from, school, slowdown)
  const typing = new Map<string, number>()
  for (const { name, open } of typingCases) {
    await open(page, school)
    await settle(page)
    typing.set(name, await measureTyping(page))
    if (name !== plainTextarea.name) await clearField(page)
  }
  const opening = new Map<string, number>()
  for (const { name, path, courseId, open } of openingCases) {
    await page.goto(`${school.host.url}/classes/${courseId ?? school.courseId}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
    // The first opening loads code.
    await open(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await idle(page)
    opening.set(
      name,
      await pageCpuMs(page, async () => {
        await open(page)
        await idle(page)
      }),
    )
  }
  await page.goto(`${school.host.url}/classes/${school.courseId}/timetable?week=${seededWeek}`)
  await idle(page)
  // The first visits load code and data.
  for (const name of screenNames) await openScreen(page, name)
  const screens = new Map<string, number>()
  for (const name of screenNames) {
    await idle(page)
    screens.set(
      name,
      await pageCpuMs(page, async () => {
        await openScreen(page, name)
        await idle(page)
      }),
    )
  }
  await page.context().close()
  return { typing, opening, screens }
}

/** Returns the CPU per key in ms. Each key is typed after the frame of the key before. */
async function measureTyping(page: Page): Promise<number> {
  const text = 'the quick brown fox jumps over'.slice(0, keysPerSample)
  const cpu = await pageCpuMs(page, async () => {
    for (const key of text) {
      await page.keyboard.type(key)
      await nextFrame(page)
    }
    await idle(page)
  })
  return cpu / text.length
}

async function clearField(page: Page) {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await idle(page)
}

async function nextFrame(page: Page) {
  await page.evaluate('new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))')
}

/**
 * Resolves when the work is done that a page delays by two seconds, so that typing is measured without it: code of other
 * screens, counts and the sync of chats.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise(resolve => setTimeout(resolve, Math.max(0, 4000 - performance.now())))')
  await idle(page)
}

/**
 * Resolves when requests and the main thread have been idle for half a second. After a key, Chromium may call an idle
 * callback only after a minute, hence its timeout.
 */
async function idle(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await page.evaluate(
    'new Promise(resolve => requestIdleCallback(() => setTimeout(resolve, 500), { timeout: 2000 }))',
  )
}

async function openScreen(page: Page, name: (typeof screenNames)[number]): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

type Endurance = { before: PageSize; after: PageSize }
type PageSize = { heapMb: number; nodes: number; listeners: number }

async function changeScreens(from: Browser, school: School): Promise<Endurance> {
  const page = await signedInPage(from, school, 1)
  await page.goto(`${school.host.url}/classes/${school.courseId}/timetable?week=${seededWeek}`)
  const visit = async (count: number) => {
    for (let change = 0; change < count; change += 1) {
      const name = screenNames[change % screenNames.length]
      if (name) await openScreen(page, name)
    }
    await idle(page)
  }
  // A screen that is left before its list has arrived cancels the request. Without its lists, `before` would be too small.
  for (const name of screenNames) {
    await openScreen(page, name)
    await idle(page)
  }
  await visit(4 * screenNames.length)
  const before = await readPageSize(page)
  await visit(screenChanges)
  const after = await readPageSize(page)
  await page.context().close()
  return { before, after }
}

async function readPageSize(page: Page): Promise<PageSize> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const readMetric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  await devtools.detach()
  return {
    heapMb: readMetric('JSHeapUsedSize') / 1_000_000,
    nodes: readMetric('Nodes'),
    listeners: readMetric('JSEventListeners'),
  }
}

const columns = sizes.flatMap(size => slowdowns.map(slowdown => ({ size, slowdown })))
const middle = (kind: keyof Sample, name: string, { size, slowdown }: (typeof columns)[number]) =>
  median((samples.get(sampleKey(size, slowdown)) ?? []).map(sample => sample[kind].get(name) ?? Number.NaN))
const figuresOf = (kind: keyof Sample, names: readonly string[]) =>
  names.map(name => ({
    name,
    values: columns.map(column => ({ ...column, cpu: middle(kind, name, column) })),
  }))
const figures = {
  typing: figuresOf(
    'typing',
    typingCases.map(({ name }) => name),
  ),
  opening: figuresOf(
    'opening',
    openingCases.map(({ name }) => name),
  ),
  screens: figuresOf('screens', screenNames),
}
const head = [
  '',
  ...columns.map(({ size, slowdown }) => `${size}${slowdown > 1 ? `, ${slowdown} × slower` : ''}`),
]
const [floor] = figures.typing
const typingTable = markdownTable(
  head,
  figures.typing.map(({ name, values }) => [
    name,
    ...values.map(
      ({ cpu }, at) => `${cpu.toFixed(1)} (${(cpu / (floor?.values[at]?.cpu ?? Number.NaN)).toFixed(1)} ×)`,
    ),
  ]),
)
const rowsOf = (rows: ReturnType<typeof figuresOf>) =>
  rows.map(({ name, values }) => [name, ...values.map(({ cpu }) => cpu.toFixed(0))])
const openingTable = markdownTable(head, rowsOf(figures.opening))
const screenTable = markdownTable(head, rowsOf(figures.screens))
const enduranceTable = markdownTable(
  ['', 'heap MB', 'nodes', 'listeners'],
  [...endurance].map(([size, { before, after }]) => [
    size,
    `${before.heapMb.toFixed(1)} → ${after.heapMb.toFixed(1)}`,
    `${before.nodes} → ${after.nodes}`,
    `${before.listeners} → ${after.listeners}`,
  ]),
)
const report = [
  `CPU per key (ratio to the plain textarea):\n\n${typingTable}`,
  `CPU for opening:\n\n${openingTable}`,
  `CPU per change of screen:\n\n${screenTable}`,
  `Before and after ${screenChanges} changes of screen:\n\n${enduranceTable}`,
  `Milliseconds of the main thread until the page is idle; medians of ${rounds} rounds of ${keysPerSample} keys, with a load of ${median(load).toFixed(0)}. Small: a class of 30. Large: 1,000 pupils, 10,000 homework, 50,000 files, 50,000 messages.`,
].join('\n\n')
console.log(report)
record('feel', { rounds, load: median(load), figures, endurance: Object.fromEntries(endurance) }, report)
