import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs, grid, lesson } from '../support/signInAs.ts'

async function goTo(page: Page, entry: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type(entry)
  await page
    .getByRole('option', { name: new RegExp(`^${entry}`) })
    .first()
    .click()
}

test('palette: people, actions and uploads', async ({ page, guard }) => {
  guard.allow(statusErrors(403))
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  await test.step('Escape returns the focus', async () => {
    const from = lesson(page, /^Maths.*Note/).first()
    await from.focus()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find' })
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(from).toBeFocused()
  })
  await test.step('a person leads to the chat', async () => {
    await goTo(page, 'Message Lena Weber')
    await expect(page.getByRole('heading', { level: 2, name: 'Lena Weber' })).toBeVisible()
  })
  await test.step('an action opens its form', async () => {
    await goTo(page, 'New homework')
    await expect(page.getByRole('dialog', { name: 'New homework' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('an upload asks for files and shows them', async () => {
    const choosing = page.waitForEvent('filechooser')
    await goTo(page, 'Upload')
    await (await choosing).setFiles({
      name: 'from the palette.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x = 2'),
    })
    await expect(page).toHaveURL(/\/classes\/1\/files$/)
    await expect(page.getByRole('row', { name: /from the palette\.txt/ })).toBeVisible()
  })
})

test('a pupil’s palette leads to a new chat', async ({ page }) => {
  await enterAs(page, 'sommer')
  await expect(grid(page)).toBeVisible()
  await goTo(page, 'Message Leyla Demir')
  const form = page.getByRole('dialog', { name: 'New chat' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Leyla Demir')
  await expect(form.getByRole('list', { name: 'To be added' })).toHaveText(/Leyla Demir/)
  await form.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(page.getByText('1 person was added.')).toBeVisible()
})
