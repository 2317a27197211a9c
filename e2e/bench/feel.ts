import type { Page } from '@playwright/test'
import { pageCpuMs } from '../support/pageCpu.ts'
import { seededWeek } from '../support/schoolClock.ts'
import { launchBrowser, openPage, waitUntilPageRests } from './browser.ts'
import { openScreen, type School, screenNames, startSchools } from './feel/schools.ts'
import { markdownTable, withRatio } from './report.ts'
import { type BenchOptions, runRounds } from './rounds.ts'

const text = 'the quick brown fox'
const plainTextarea = 'plain textarea'

/** Text fields. Each function opens and focuses one. */
const typingCases: Record<string, (page: Page, school: School) => Promise<unknown>> = {
  async [plainTextarea](page) {
    const path = '/plain-textarea.html'
    const response = { contentType: 'text/html', body: '<!doctype html><textarea></textarea>' }
    await page.route(`**${path}`, route => route.fulfill(response))
    await page.goto(path)
    await page.locator('textarea').focus()
  },
  async composer(page, { chat }) {
    await page.goto('/chats')
    await page.locator('main').getByRole('link', { name: chat }).first().click()
    await page.locator('[data-message]').last().waitFor()
    await page.getByRole('textbox', { name: 'Message', exact: true }).focus()
  },
  async feedback(page, { courseId, homeworkId }) {
    await page.goto(`/classes/${courseId}/homework/${homeworkId}/submissions`)
    const field = page.getByRole('textbox', { name: 'Feedback', exact: true })
    await field.focus()
    await field.fill('')
  },
  async 'new homework'(page, { courseId }) {
    await page.goto(`/classes/${courseId}/homework/new`)
    await page.getByRole('dialog', { name: 'New homework' }).getByLabel('Task').focus()
  },
  async 'homework filter'(page, { courseId }) {
    await page.goto(`/classes/${courseId}/homework`)
    await page.getByRole('searchbox').first().focus()
  },
  async palette(page, { courseId }) {
    await page.goto(`/classes/${courseId}/homework`)
    await page.locator('main [data-homework]').first().waitFor()
    await openPalette(page)
  },
}

/** Dialogs by the page that opens them. */
const openingCases = [
  { name: 'palette', getPath: ({ courseId }: School) => `/classes/${courseId}/homework`, open: openPalette },
  {
    name: 'dialog of new homework',
    getPath: ({ courseId }: School) => `/classes/${courseId}/homework`,
    async open(page: Page) {
      const name = 'New homework'
      const button = page.getByRole('link', { name }).or(page.getByRole('button', { name }))
      await button.first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'lesson card',
    // The large class has no lessons.
    getPath: () => `/classes/1/timetable?week=${seededWeek}`,
    async open(page: Page) {
      await page.locator('[data-lesson]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').focus()
}

/**
 * Measures how the signed-in app reacts to a teacher: CPU of the main thread per key, for opening things and per change
 * of screen, until the page is idle.
 */
export async function run(options: BenchOptions): Promise<string> {
  const { schools, stop } = await startSchools()
  const browser = await launchBrowser({ limitsFrames: true })
  const { medians, rows } = await runRounds({
    cases: schools,
    rounds: options.rounds,
    printed: ['key: composer', 'key: feedback', 'opening: palette', 'screen: Homework', 'screen: Chats'],
    warmsUp: false,
    async take(school): Promise<Record<string, number>> {
      const page = await openPage(browser, { host: school.host, login: 'albrecht' })
      const sample = {
        ...(await measureTyping(page, school)),
        ...(await measureOpening(page, school)),
        ...(await measureScreens(page, school)),
      }
      await page.context().close()
      return sample
    },
  })
  await Promise.all([browser.close(), stop()])

  const createTable = (kind: string, names: readonly string[], base?: string) =>
    markdownTable(
      [`CPU per ${kind}`, ...rows.map(({ name }) => name)],
      names.map(name => [
        name,
        ...rows.map((row: Record<string, unknown>) => {
          const cpu = Number(row[`${kind}: ${name}`])
          return base === undefined ? cpu : withRatio(cpu, Number(row[`${kind}: ${base}`]))
        }),
      ]),
    )
  const openingNames = openingCases.map(({ name }) => name)
  return `${createTable('key', Object.keys(typingCases), plainTextarea)}

${createTable('opening', openingNames)}

${createTable('screen', screenNames)}

Milliseconds of the main thread until the page is idle (ratio to the plain textarea); ${medians}, \
with ${text.length} keys each. Small: a class of 30. Large: 1,000 pupils, 10,000 homework, 50,000 files, 50,000 messages.`
}

/** Returns the CPU per key, in ms. Each key is typed after the frame of the key before. */
async function measureTyping(page: Page, school: School): Promise<Record<string, number>> {
  const sample: Record<string, number> = {}
  for (const [name, open] of Object.entries(typingCases)) {
    await open(page, school)
    await settle(page)
    const cpu = await pageCpuMs(page, async () => {
      for (const key of text) {
        await page.keyboard.type(key)
        await page.evaluate('new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))')
      }
      await waitUntilPageRests(page)
    })
    sample[`key: ${name}`] = cpu / text.length
    // Drafts must not be restored in the next round.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
  }
  return sample
}

async function measureOpening(page: Page, school: School): Promise<Record<string, number>> {
  const sample: Record<string, number> = {}
  for (const { name, getPath, open } of openingCases) {
    await page.goto(getPath(school))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
    // The first opening loads code.
    await open(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitUntilPageRests(page)
    sample[`opening: ${name}`] = await pageCpuMs(page, async () => {
      await open(page)
      await waitUntilPageRests(page)
    })
  }
  return sample
}

async function measureScreens(page: Page, { courseId }: School): Promise<Record<string, number>> {
  const sample: Record<string, number> = {}
  await page.goto(`/classes/${courseId}/timetable?week=${seededWeek}`)
  await waitUntilPageRests(page)
  // The first visits load code and data.
  for (const name of screenNames) await openScreen(page, name)
  for (const name of screenNames) {
    await waitUntilPageRests(page)
    sample[`screen: ${name}`] = await pageCpuMs(page, async () => {
      await openScreen(page, name)
      await waitUntilPageRests(page)
    })
  }
  return sample
}

/**
 * Resolves when the work is done that a page delays by two seconds, so that typing is measured without it: code of other
 * screens, counts and the sync of chats.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise(resolve => setTimeout(resolve, Math.max(0, 3000 - performance.now())))')
  await waitUntilPageRests(page)
}
