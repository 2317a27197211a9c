import { expect, type Page } from '@playwright/test'
import { pass, test } from './fixtures.ts'
import { statusLines, wasHacked } from './guard.ts'
import { pageCpuMs } from './pageCpu.ts'
import { passUntil } from './passUntil.ts'
import { accountOf, enterAs, grid, lesson } from './signInAs.ts'

test.use({ faults: true })

const failure = (page: Page) => page.getByRole('main').getByRole('alert')

/** Each special class of the seed school (src/school/faults/faults.json) that ends in a sentence, and the sentence. */
const said: Record<number, string> = {
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

test('each way an answer goes wrong has its sentence and a way to try again', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.allow(statusLines(500, 502, 503, 404, 403, 501))
  await enterAs(page)
  for (const [id, sentence] of Object.entries(said)) {
    await test.step(`${id}: ${sentence}`, async () => {
      await page.goto(`/classes/${id}/timetable`)
      await expect(page.getByRole('heading', { level: 1, name: 'Timetable' })).toBeVisible()
      // Failed reads are tried again by themselves, a second or more apart.
      await passUntil(context, host, () => failure(page).isVisible())
      await expect(failure(page)).toContainText(sentence)
      await expect(failure(page).getByRole('button', { name: 'Try again' })).toBeVisible()
      // The rest of the app is there as ever.
      await expect(accountOf(page, 'albrecht')).toBeVisible()
    })
  }
})

test('a refused token ends the session in words, over what was there', async ({ page, guard }) => {
  guard.allow(statusLines(401))
  await enterAs(page)
  await page.goto('/classes/9005/timetable')
  await expect(page.getByRole('dialog', { name: 'You were signed out' })).toBeVisible()
})

test('a busy service is waited for as long as it says, in every tab, and no longer', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.allow(statusLines(429))
  await enterAs(page)
  const busy = await context.newPage()
  await busy.goto('/classes/9010/timetable')
  for (const tab of [page, busy]) {
    await expect(tab.getByText('School network busy')).toBeVisible()
    await expect(tab.getByText(/resumes at 09:1\d/).first()).toBeVisible()
  }
  await expect(lesson(page, /^Biology.*Cancelled/)).toBeVisible()
  await busy.close()
  await pass(context, host, 25_000)
  await expect(page.getByText('School network busy')).toHaveCount(0)
  for (const week of [48, 49]) {
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`week ${week}`) })).toBeVisible()
  }
  await expect(grid(page)).toBeVisible()
})

test('a service that never answers is given up, in words', async ({ page, context, host, guard }) => {
  guard.allow(statusLines(504))
  await enterAs(page)
  await page.goto('/classes/9030/timetable')
  await expect(page.getByText('Loading the timetable')).toBeAttached()
  await passUntil(context, host, () => failure(page).isVisible(), 25_000)
  await expect(failure(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a slow answer comes; a skeleton of the week stands meanwhile', async ({ page }) => {
  await enterAs(page)
  await page.goto('/classes/9031/timetable')
  await expect(page.getByText('Loading the timetable')).toBeAttached()
  await expect(lesson(page, /^Maths/).first()).toBeVisible()
})

test('one refusal and one failure are gone by themselves', async ({ page, context, host, guard }) => {
  guard.allow(statusLines(401, 503))
  await enterAs(page)
  await page.goto('/classes/9040/timetable')
  await expect(lesson(page, /^Maths/).first()).toBeVisible()
  await page.goto('/classes/9041/timetable')
  await passUntil(context, host, () =>
    lesson(page, /^Maths/)
      .first()
      .isVisible(),
  )
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('loose answers are all read, broken rows are counted and said', async ({ page }) => {
  await enterAs(page)
  await page.goto('/classes/9050/timetable')
  await expect(lesson(page, /^No rooms: a list/).first()).toBeVisible()
  await expect(lesson(page, /^Colour that is code/).first()).toBeVisible()
  await expect(page.getByText(/could not be read/)).toHaveCount(0)
  await page.goto('/classes/9051/timetable')
  await expect(page.getByText('5 entries could not be read and are not shown.')).toBeVisible()
  await expect(lesson(page, /^Maths|^Readable/).first()).toBeVisible()
})

test('hostile text is text: nothing runs, nothing is fetched from elsewhere', async ({ page }) => {
  await enterAs(page)
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
  // As a class of one's own it has a hostile name in the switcher and in the palette too.
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
  expect(await wasHacked(page)).toBe(false)
})

test('a year of ten hours a day stays quick to use', async ({ page }) => {
  await enterAs(page)
  await page.goto('/classes/9053/timetable')
  await expect(grid(page)).toBeVisible()
  await page.getByText('Day', { exact: true }).click()
  await expect(page.getByRole('region').first()).toBeVisible()
  const used = await pageCpuMs(page, async () => {
    await page.getByRole('button', { name: 'Day after' }).click()
    await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Thursday 19/)
  })
  expect(used, 'CPU time in ms').toBeLessThan(5000)
})
