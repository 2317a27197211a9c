import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { hour } from '../support/schoolClock.ts'
import { enterAs, signInAs } from '../support/signInAs.ts'

const german = (page: Page) => page.getByRole('region', { name: /6c German/ })
const task = (page: Page) => german(page).getByRole('textbox', { name: 'Task for the class' })
const items = (page: Page) => page.getByRole('list', { name: 'On this sheet' })

test('a cover sheet: tasks, printing, and Read access that ends with the day', async ({
  page,
  host,
  openBrowser,
  guard,
}) => {
  const text = 'Read the story on p. 30.\nWrite an end of ten lines.'
  await test.step('starts at My day, and stores the task', async () => {
    await enterAs(page, 'kern', '/day')
    await page.getByRole('link', { name: 'Cover sheet' }).click()
    const day = page.getByRole('combobox', { name: 'I am ill on' })
    await expect(day).toHaveValue('2026-11-18')
    await expect(german(page).getByText('Class list: 28 pupils')).toBeVisible()
    await expect(german(page).getByText('Story: the lost key')).toBeVisible()
    await task(page).fill(text)
    await task(page).blur()
    await day.selectOption('2026-11-23')
    await expect(task(page)).toHaveValue('')
    await day.selectOption('2026-11-18')
    await expect(task(page)).toHaveValue(text)
    await page.reload()
    await expect(task(page)).toHaveValue(text)
  })
  await test.step('is printed without the controls of the app', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByText('Cover sheet for Wednesday 18 November 2026')).toBeVisible()
    await expect(german(page).getByText('Write an end of ten lines.').filter({ visible: true })).toHaveCount(
      1,
    )
    await expect(german(page).getByText('Story: the lost key')).toBeVisible()
    for (const control of ['button', 'textbox', 'combobox', 'navigation', 'complementary'] as const) {
      await expect(page.getByRole(control)).toHaveCount(0)
    }
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: null, colorScheme: 'light' })
  })
  await test.step('gives a colleague Read access by keyboard', async () => {
    await page.getByRole('combobox', { name: 'Covering colleague' }).focus()
    await page.keyboard.type('Ruiz')
    await expect(page.getByRole('option', { name: /Omar Ruiz/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(items(page).getByText('will get Read access')).not.toHaveCount(0)
    const give = page.getByRole('button', { name: 'Give Read access until Wed 18 Nov, end of day' })
    await give.focus()
    await page.keyboard.press('Enter')
    await expect(give).toHaveCount(0)
    await expect(items(page).getByText('has access until Wed 18 Nov')).not.toHaveCount(0)
    await expectAccessible(page, 'cover sheet')
  })
  const homework = await test.step('opens a chat with the links, and sends nothing', async () => {
    await page.getByRole('button', { name: 'Write to Omar Ruiz' }).click()
    await expect(page).toHaveURL(/\/chats\//)
    const message = page.getByRole('textbox', { name: /^(?:Text of the message|Message)$/ })
    await expect(message).toHaveValue(/^I am ill on Wed 18 Nov\..*6c Story: the lost key: http/s)
    return /\/classes\/3\/homework\/\d+/.exec(await message.inputValue())?.[0] ?? ''
  })
  const colleague = await (await openBrowser()).newPage()
  await test.step('lets the colleague read until the end of the day, which the access drawer shows', async () => {
    await enterAs(colleague, 'ruiz', homework)
    await expect(colleague.getByText('Story: the lost key').first()).toBeVisible()
    await page.goto(`${homework}?access=todo_id.${homework.split('/').at(-1)}`)
    await expect(page.getByRole('dialog').getByText('until Wed 18 Nov')).toBeVisible()
    guard.allow(statusErrors(401, 404))
    await advanceClocks(colleague.context(), host, 15 * hour)
    await signInAs(colleague, 'ruiz', homework)
    await expect(colleague.getByRole('main')).not.toContainText('Story: the lost key')
    await expect(colleague.getByRole('main')).toContainText(/can’t be found|not found/i)
  })
})

test('a colleague of other classes opens a file of the cover sheet', async ({ page, openBrowser, guard }) => {
  await enterAs(page, 'albrecht', '/day/cover?date=2026-11-19')
  await page.getByRole('button', { name: /^Choose files for Maths 8b/ }).click()
  await page.getByRole('searchbox', { name: 'Find a file' }).fill('fraction-wall')
  await page.getByRole('checkbox', { name: 'fraction-wall.png' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('combobox', { name: 'Covering colleague' }).focus()
  await page.keyboard.type('Kern')
  await page.getByRole('option', { name: /Peter Kern/ }).click()
  await page.getByRole('button', { name: /^Give Read access until/ }).click()
  // The colleague can already read the homework.
  await expect(items(page).getByText('has access until Thu 19 Nov')).toHaveCount(1)
  await page.getByRole('button', { name: 'Write to Peter Kern' }).click()
  const message = page.getByRole('textbox', { name: /^(?:Text of the message|Message)$/ })
  await expect(message).toHaveValue(/fraction-wall\.png: http/)
  const link = /fraction-wall\.png: (http\S+)/.exec(await message.inputValue())?.[1] ?? ''

  guard.allow(statusErrors(404))
  const colleague = await (await openBrowser()).newPage()
  const { pathname, search } = new URL(link)
  await enterAs(colleague, 'kern', `${pathname}${search}`)
  await expect(colleague.getByText(/^You have access to this file only\./)).toBeVisible()
  await expect(colleague.getByRole('img', { name: 'fraction-wall.png' })).toBeVisible()
  await expectAccessible(colleague, 'a single file of another class')
  await colleague.setViewportSize({ width: 360, height: 740 })
  await expectFitting(colleague, 'a single file of another class')
})

test('the cover sheet on a phone, in German', { tag: '@main' }, async ({ openBrowser }) => {
  const page = await (await openBrowser({ locale: 'de-DE' })).newPage()
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await enterAs(page, 'albrecht', '/day/cover?date=2026-11-19')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByText('Klassenliste: 28 Schülerinnen und Schüler')).toBeVisible()
  await page.getByRole('button', { name: 'Dateien wählen' }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectFitting(page, 'files of the cover sheet on a phone')
  await page.getByRole('searchbox', { name: 'Datei suchen' }).fill('fraction-wall')
  await page.getByRole('checkbox', { name: 'fraction-wall.png' }).check()
  await page.getByRole('button', { name: 'Fertig' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'fraction-wall.png entfernen' }).click()
  await expect(page.getByText('fraction-wall.png')).toHaveCount(0)
  await expectFitting(page, 'cover sheet on a phone')
  await expectAccessible(page, 'cover sheet on a phone', { colours: false })
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
})
