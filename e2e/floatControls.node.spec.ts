import { expect, type Page } from '@playwright/test'
import { openChat, talk } from './chat.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { enterAs, lesson } from './signInAs.ts'

// What floats over a screen, its controls used for what they are there for.

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the card of a lesson leads to its subject and to its homework', async ({ page }) => {
  await enterAs(page)
  const card = page.getByRole('dialog', { name: /^Maths, / })
  await lesson(page, /^Maths.*Note/)
    .first()
    .click()
  await card.getByRole('link', { name: 'Maths', exact: true }).click()
  await expect(heading(page, 'Maths')).toBeVisible()
  await page.goto('/classes/1/timetable?week=2026-W48')
  await lesson(page, /^Maths/)
    .first()
    .click()
  await card.getByRole('link', { name: /^Fractions p\. 45/ }).click()
  await expect(page.getByRole('complementary', { name: 'Pupils' })).toBeVisible()
})

test('the menu of a phone prints and saves the timetable', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await enterAs(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await more.click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Calendar (.ics)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.ics$/)
})

test('the menu of a folder opens it, packs it and shows who has access', async ({ page }) => {
  const maths = '/classes/1/files/2'
  await enterAs(page, 'albrecht', maths)
  const act = async (what: string) => {
    await page.getByRole('button', { name: 'Actions for “Fractions”' }).click()
    await page.getByRole('menuitem', { name: what, exact: true }).click()
  }
  const saved = page.waitForEvent('download')
  await act('Download as zip')
  expect((await saved).suggestedFilename()).toBe('Fractions.zip')
  await act('Access')
  const drawer = page.getByRole('dialog', { name: /^Access to “Fractions”/ })
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toHaveCount(0)
  await act('Delete')
  const question = page.getByRole('dialog', { name: 'Delete this folder?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'New folder' }).click()
  const made = page.getByRole('dialog', { name: 'New folder' })
  await made.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(made).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A')
  await expect(page.locator('[data-entry]').first()).toContainText('Fractions')
  await page.setViewportSize({ width: 1280, height: 800 })
  await act('Open')
  await expect(page).toHaveURL(/\/files\/3/)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a folder' }).click()
  expect(await (await choosing).element().getAttribute('webkitdirectory')).not.toBeNull()
})

test('a new homework is due at the lesson after the next, without a file that was taken out', async ({
  page,
}) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/new?subject=1')
  const form = page.getByRole('dialog', { name: 'New homework' })
  const due = form.getByLabel('Due on')
  await form.getByRole('button', { name: /^Next Maths lesson: / }).click()
  const next = await due.inputValue()
  await form
    .getByRole('button', { name: /^[A-Z][a-z]{2} \d+ Nov, Period \d$/ })
    .first()
    .click()
  await expect(due).not.toHaveValue(next)
  const calendar = form.getByRole('dialog', { name: 'Open the calendar' })
  await form.getByRole('button', { name: 'Open the calendar' }).click()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await form.getByRole('button', { name: 'Open the calendar' }).click()
  for (const way of ['Next month', 'Previous month', 'Next month']) {
    await calendar.getByRole('button', { name: way }).click()
  }
  await calendar.getByRole('button', { name: '4 December 2026', exact: true }).click()
  await expect(due).toHaveValue('04/12/2026')
  await due.fill('7.12.')
  await due.blur()
  await expect(due).toHaveValue('07/12/2026')
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: 'even.txt', mimeType: 'text/plain', buffer: Buffer.from('2, 4') })
  await form.getByRole('button', { name: 'Remove even.txt' }).click()
  await expect(form.getByText('even.txt')).toHaveCount(0)
})

test('the facts of a chat beside it are closed, and a file of it saved', async ({ page }) => {
  await enterAs(page)
  await page.setViewportSize({ width: 900, height: 800 })
  await openChat(page, 1)
  await page.getByRole('button', { name: /^(?:Chat info|Info)$/ }).click()
  const facts = page.getByRole('dialog', { name: /^About/ })
  const saved = page.waitForEvent('download')
  await facts
    .getByRole('button', { name: /^Download / })
    .first()
    .click()
  await saved
  await facts.getByRole('button', { name: 'Close' }).click()
  await expect(facts).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(talk(page)).toBeVisible()
  await page.getByRole('link', { name: 'All chats' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible()
})

test('the last admin hands over to stay, and deletes by a click once the name was typed', async ({
  page,
  guard,
}) => {
  guard.allow(statusLines(403, 404))
  await enterAs(page, 'albrecht', '/classes/1/homework?access=todo_id.1')
  const drawer = page.getByRole('dialog', { name: /^Access to/ })
  const own = (role: string) => drawer.getByRole('button', { name: `Role of Jana Albrecht: ${role}` })
  await own('Admin').click()
  await page.getByRole('menuitemradio', { name: /^Write/ }).click()
  const question = page.getByRole('dialog', { name: /^Without an admin/ })
  await question.getByRole('textbox', { name: 'Type the name to confirm' }).fill('Fractions')
  await question.getByRole('button', { name: /^Who becomes admin/ }).click()
  await page.getByRole('menuitemradio', { name: /^Omar Ruiz/ }).click()
  await question.getByRole('button', { name: 'Hand over' }).click()
  await expect(question).toHaveCount(0)
  await expect(drawer.getByText(/^You can see who has access\. To change it, ask /)).toBeVisible()

  const other = 'Fractions p. 45, 2 and 4'
  await page.goto('/classes/1/homework')
  await page.getByRole('link', { name: `Access to “${other}”` }).click()
  await drawer.getByRole('button', { name: 'Remove yourself' }).click()
  const leaving = page.getByRole('dialog', { name: /^If you leave/ })
  await leaving.getByRole('textbox', { name: 'Type the name to confirm' }).fill(other)
  await leaving.getByRole('button', { name: 'Delete homework' }).click()
  const said = page.getByText(`“${other}” was deleted.`)
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(said).toHaveCount(0)
})

test('who tries the school is led on with the login name of one of its people', async ({ page }) => {
  await page.goto('/sign-in')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Jana Albrecht/ })
    .click()
  await expect(page.getByLabel('Login name')).toHaveValue('albrecht')
})
