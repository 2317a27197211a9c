import { expect, type Page } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { advanceClocks, type Host, test } from '../support/fixtures.ts'
import { didHostileTextRun, statusErrors } from '../support/guard.ts'
import { pageCpuMs } from '../support/pageCpu.ts'
import { accountButton, enterAs, grid, lesson } from '../support/signInAs.ts'

test.use({ faults: true })

const failure = (page: Page) => page.getByRole('main').getByRole('alert')

/** Message on screen per class with a fault. */
const sentences: Record<number, string> = {
  9001: 'The service answered with an error (500).',
  9002: 'The service answered with an error (502).',
  9003: 'The service answered with an error (503).',
  9004: 'This can’t be found, or you don’t have access to it.',
  9006: 'The school’s service refused this',
  9007: 'The service answered with an error (501).',
  9020: 'The service answered with something this app cannot read.',
  9021: 'The service answered with something this app cannot read.',
  9022: 'The service answered with something this app cannot read.',
}

async function expectFailure(page: Page, host: Pick<Host, 'clock'>, id: number): Promise<void> {
  const sentence = sentences[id] ?? ''
  await test.step(`${id}: ${sentence}`, async () => {
    await page.goto(`/classes/${id}/timetable`)
    await expect(page.getByRole('heading', { level: 1, name: 'Timetable' })).toBeVisible()
    // Retries are a second or more apart.
    await advanceClocksUntil(page.context(), host, () => failure(page).isVisible())
    await expect(failure(page)).toContainText(sentence)
    await expect(failure(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(accountButton(page, 'albrecht')).toBeVisible()
  })
}

test('loose, broken and hostile responses, failures, refused token', async ({ page, host, guard }) => {
  guard.allow(statusErrors(401, 404, 500))
  await enterAs(page)
  await test.step('loose responses are read, and broken rows are counted', async () => {
    await page.goto('/classes/9050/timetable')
    await expect(lesson(page, /^No rooms: a list/).first()).toBeVisible()
    await expect(lesson(page, /^Colour that is code/).first()).toBeVisible()
    await expect(page.getByText(/could not be read/)).toHaveCount(0)
    await page.goto('/classes/9051/timetable')
    await expect(page.getByText('5 entries could not be read and are not shown.')).toBeVisible()
    await expect(lesson(page, /^Maths|^Readable/).first()).toBeVisible()
  })
  await test.step('hostile text is shown as text', async () => {
    await page.goto('/classes/9052/timetable')
    const cell = page.locator('[data-lesson]').first()
    await expect(cell).toBeVisible()
    await expect(page.getByText('<b onmouseover="window.hacked = true">Assembly</b>').first()).toBeVisible()
    await cell.hover()
    await cell.click()
    const card = page.getByRole('dialog')
    await expect(card).toContainText('<script>window.hacked = true</script>')
    await expect(card.locator('script, img, iframe, svg[onload]')).toHaveCount(0)
    await expect(page.locator('a[href^="javascript:"], a[href*="evil.example"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByText('Day', { exact: true }).click()
    await expect(page.locator('[data-lesson]').first()).toBeVisible()
    // The hostile class is in class menu and palette.
    await page.goto('/classes/1/timetable')
    await page.getByRole('button', { name: 'Class 8b' }).click()
    await page.getByRole('menuitem', { name: 'Add a class by its number' }).click()
    await page.getByLabel('Number of the class').fill('9052')
    await page.getByRole('button', { name: 'Add class' }).click()
    await expect(page).toHaveURL(/\/classes\/9052\//)
    await expect(page.getByRole('button', { name: /^Class <script>/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('script')
    await expect(page.getByRole('option', { name: /<script>/ }).first()).toBeVisible()
    expect(await didHostileTextRun(page)).toBe(false)
  })
  for (const id of [9001, 9004, 9020]) await expectFailure(page, host, id)
  await test.step('a refused token ends the session', async () => {
    await page.goto('/classes/9005/timetable')
    await expect(page.getByRole('dialog', { name: 'You were signed out' })).toBeVisible()
  })
})

test('every other failure has a message and a retry', async ({ page, host, guard }) => {
  guard.allow(statusErrors(502, 503, 403, 501))
  await enterAs(page)
  for (const id of [9002, 9003, 9006, 9007, 9021, 9022]) await expectFailure(page, host, id)
})

test('all tabs respect Retry-After', async ({ page, context, host, guard }) => {
  guard.allow(statusErrors(429))
  await enterAs(page)
  const busy = await context.newPage()
  await busy.goto('/classes/9010/timetable')
  for (const tab of [page, busy]) {
    await expect(tab.getByText('School network busy')).toBeVisible()
    await expect(tab.getByText(/resumes at 09:1\d/).first()).toBeVisible()
  }
  await expect(lesson(page, /^French.*Cancelled/)).toBeVisible()
  await busy.close()
  await advanceClocks(context, host, 25_000)
  await expect(page.getByText('School network busy')).toHaveCount(0)
  for (const week of [48, 49]) {
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`week ${week}`) })).toBeVisible()
  }
  await expect(grid(page)).toBeVisible()
})

test('a request times out with a message', async ({ page, context, host, guard }) => {
  guard.allow(statusErrors(504))
  await enterAs(page, 'albrecht', '/classes/9030/timetable')
  await expect(page.getByText('Loading the timetable')).toBeAttached()
  await advanceClocksUntil(context, host, () => failure(page).isVisible(), 25_000)
  await expect(failure(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a skeleton appears during a slow response', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/9031/timetable')
  await expect(page.getByText('Loading the timetable')).toBeAttached()
  await expect(lesson(page, /^Maths/).first()).toBeVisible()
})

test('one 401 and one 503 are retried silently', async ({ page, context, host, guard }) => {
  guard.allow(statusErrors(401, 503))
  await enterAs(page, 'albrecht', '/classes/9040/timetable')
  await expect(lesson(page, /^Maths/).first()).toBeVisible()
  await page.goto('/classes/9041/timetable')
  await advanceClocksUntil(context, host, () =>
    lesson(page, /^Maths/)
      .first()
      .isVisible(),
  )
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a year of ten hours a day is fast', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/9053/timetable')
  await expect(grid(page)).toBeVisible()
  await page.getByText('Day', { exact: true }).click()
  await expect(page.getByRole('region').first()).toBeVisible()
  const used = await pageCpuMs(page, async () => {
    await page.getByRole('button', { name: 'Day after' }).click()
    await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Thursday 19/)
  })
  expect(used, 'CPU time in ms').toBeLessThan(5000)
})
