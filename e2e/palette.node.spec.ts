import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { enterAs, grid, lesson } from './signInAs.ts'

/** Finds a person in the palette and opens the result. */
async function goToPerson(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toBeVisible()
  await page
    .getByRole('option', { name: new RegExp(`${name}.*(?:Pupil|Teacher)`) })
    .first()
    .click()
}

test('the palette closes and takes keys before its code is loaded, and leads to a person', {
  tag: '@rest',
}, async ({ page, guard }) => {
  guard.allow(statusLines(403))
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  await page.route(/\/Palette-[^/]*\.js$/, async route => {
    await opened
    await route.continue()
  })
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  await test.step('Escape closes the palette while it loads', async () => {
    const find = page.getByRole('button', { name: 'Find' })
    await find.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(find).toBeFocused()
  })
  await test.step('letters typed while it loads are in its field', async () => {
    const from = lesson(page, /^Maths.*Note/).first()
    await from.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('class ')
    open()
    const field = page.getByRole('combobox', { name: 'Find' })
    await expect(field).toHaveValue('class ')
    await expect(field).toBeFocused()
    await page.keyboard.type('8b')
    await expect(page.getByRole('option', { name: /^Class 8b/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(from).toBeFocused()
  })
  await test.step('a person leads to the chat with them, or to their access', async () => {
    await page.goto('/chats')
    await expect(page.getByRole('complementary').getByRole('link').first()).toBeVisible()
    await goToPerson(page, 'Lena Weber')
    await expect(page.getByRole('heading', { level: 2, name: 'Lena Weber' })).toBeVisible()
    await goToPerson(page, 'Mika Sommer')
    await expect(page).toHaveURL(/\/classes\/1\/access\?find=Mika\+Sommer/)
    await expect(page.getByText('Mika Sommer').first()).toBeVisible()
  })
})

test('a person in the palette of a pupil leads to a new chat with them', { tag: '@rest' }, async ({
  page,
}) => {
  await enterAs(page, 'sommer')
  await expect(grid(page)).toBeVisible()
  await goToPerson(page, 'Leyla Demir')
  const form = page.getByRole('dialog', { name: 'New chat' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Leyla Demir')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Access to/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Add people' })).toBeVisible()
})
