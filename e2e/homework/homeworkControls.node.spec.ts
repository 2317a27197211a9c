import { expect, type Page } from '@playwright/test'
import { enterAtDesk, openPupil, openPupilHeading } from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { chooseInRowMenu } from '../support/homeworkRowMenu.ts'
import { enterAs } from '../support/signInAs.ts'

const task = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

test('homework list: filter, order, past homework, links', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')

  await test.step('homework is filtered and ordered', async () => {
    const field = page.getByRole('searchbox', { name: 'Filter homework' })
    await expect(task(page, 'Fractions p. 42')).toBeVisible()
    await page.getByRole('combobox', { name: 'Subject' }).selectOption('Physics')
    await expect(task(page, 'Fractions p. 42')).toHaveCount(0)
    await expect(task(page, 'Write-up of the pendulum experiment')).toBeVisible()
    await page.getByRole('combobox', { name: 'Subject' }).selectOption('All subjects')
    await field.fill('xyzzy')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(task(page, 'Fractions p. 42')).toBeVisible()
    await expect(field).toHaveValue('')
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By subject')
    await expect(page.getByRole('heading', { level: 2, name: /^Maths/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By due date')
    await expect(task(page, 'Read chapter 4')).toHaveCount(0)
    await page.getByRole('button', { name: /^Past/ }).click()
    await expect(task(page, 'Read chapter 4')).toBeVisible()
  })

  await test.step('a row opens form and desk', async () => {
    await chooseInRowMenu(page, 'Fractions p. 42', 'Change')
    const form = page.getByRole('dialog', { name: 'Change homework' })
    await expect(form.getByLabel('Task')).toHaveValue('Fractions p. 42')
    await form.getByRole('button', { name: 'Close' }).click()
    await expect(form).toHaveCount(0)
    await page.getByRole('link', { name: /^Mark 1\d.*“Fractions p. 42”/ }).click()
    await expect(openPupilHeading(page)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Homework' }).click()
    await expect(task(page, 'Fractions p. 42')).toBeVisible()
  })
})

test('correction desk: search, picture, overview export', async ({ page, context }) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAtDesk(page, 1, 1)
  const search = page
    .getByRole('complementary', { name: 'Pupils' })
    .getByRole('searchbox', { name: 'Search pupils' })

  await test.step('pupils are searched by mouse', async () => {
    const first = (await openPupilHeading(page).textContent()) ?? ''
    await page.getByRole('button', { name: 'Next pupil' }).click()
    await expect(openPupilHeading(page)).not.toHaveText(first)
    await page.getByRole('button', { name: 'Previous pupil' }).click()
    await expect(openPupilHeading(page)).toHaveText(first)
    const list = page.getByRole('complementary', { name: 'Pupils' })
    await search.fill('tanaka')
    await expect(list.getByRole('link')).toHaveCount(1)
    await list.getByRole('link', { name: /^Aiko Tanaka/ }).click()
    await expect(openPupilHeading(page)).toHaveText('Aiko Tanaka')
    await search.fill('')
  })

  await test.step('a picture is zoomed and rotated; a file is saved', async () => {
    await openPupil(page, 'Mika Sommer')
    const picture = page.getByRole('img', { name: /page1/ })
    await expect(picture).toBeVisible()
    const view = page.getByRole('group', { name: 'View' })
    const zoom = view.getByText(/^\d+ %$/)
    await expect(zoom).toBeVisible()
    const fitted = (await zoom.textContent()) ?? ''
    await view.getByRole('button', { name: 'Bigger' }).click()
    await expect(zoom).not.toHaveText(fitted)
    await view.getByRole('button', { name: 'Smaller' }).click()
    await view.getByRole('button', { name: 'Smaller' }).click()
    await expect(zoom).not.toHaveText(fitted)
    await view.getByRole('button', { name: 'Fit' }).click()
    await expect(zoom).toHaveText(fitted)
    const wide = await picture.boundingBox()
    await view.getByRole('button', { name: 'Rotate' }).click()
    await expect
      .poll(async () => {
        const box = await picture.boundingBox()
        return box && wide && Math.sign(box.width - box.height) !== Math.sign(wide.width - wide.height)
      })
      .toBe(true)
    await page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: /page2/ }).click()
    await expect(page.getByRole('img', { name: /page2/ })).toBeVisible()
    const saved = page.waitForEvent('download')
    await view.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toBe('page2.jpg')
  })

  await test.step('the overview saves the table and copies names', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    await page
      .getByRole('button', { name: /^Copy names/ })
      .first()
      .click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(async () => (await copied()).split('\n').length).toBeGreaterThan(1)
  })
})
