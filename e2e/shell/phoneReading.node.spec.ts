import { expect, type Page } from '@playwright/test'
import { openChat } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

const phone = { width: 360, height: 740 }
const getScrollTop = (page: Page) => page.locator('main').evaluate(main => main.scrollTop)
const screens = (page: Page) => page.getByRole('navigation', { name: 'Screens' })

test('on a phone, screens start at the top and can be closed', async ({ page, node }) => {
  const long = 'Elternvertretung_und_Klassensprecher_8b_2026_2027_mit_Anhang.png'
  node.withSchool(database => {
    database.prepare('update files set name = ? where id = 24').run(long)
    database.prepare('update chats set name = ? where id = 1').run(long)
  })
  await test.step('a new screen begins at the top; Back restores the position', async () => {
    await enterAs(page, 'albrecht', '/classes/1/timetable?view=week')
    await page.setViewportSize({ width: 360, height: 480 })
    const day = page.getByRole('main').getByRole('button').first()
    await expect(day).toBeVisible()
    await page.locator('main').evaluate(main => {
      main.scrollTop = 134
    })
    await expect.poll(() => getScrollTop(page)).toBe(134)
    await screens(page).getByRole('link', { name: 'Homework' }).click()
    await expect(page.getByRole('row', { name: /Fractions p. 42/ })).toBeVisible()
    expect(await getScrollTop(page)).toBe(0)
    await page.goBack()
    await expect(day).toBeVisible()
    await expect.poll(() => getScrollTop(page)).toBe(134)
  })
  await test.step('a long name leaves the close button visible', async () => {
    await page.setViewportSize(phone)
    const ways: [string, string][] = [
      ['/classes/1/files/3?file=24', 'Close the preview'],
      ['/classes/1/files/3?access=file_id.24', 'Close'],
    ]
    for (const [address, close] of ways) {
      await page.goto(address)
      await expect(page.getByRole('dialog').getByRole('button', { name: close })).toBeInViewport({ ratio: 1 })
    }
    await openChat(page, 1)
    await page.getByRole('button', { name: 'Chat info' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  })
  await test.step('an empty file is refused when chosen', async () => {
    await page.goto('/classes/1/homework/1/change')
    const form = page.getByRole('dialog', { name: 'Change homework' })
    await expect(form.getByText('worksheet.pdf')).toBeVisible()
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') })
    await expect(form.getByText('empty.txt is empty and was not added.')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Remove empty.txt' })).toHaveCount(0)
  })
})

test('homework with files opens at the top', async ({ page }) => {
  await enterAs(page, 'sommer')
  await page.setViewportSize({ width: 360, height: 480 })
  await page.goto('/classes/1/homework/1')
  await expect(page.getByRole('region', { name: 'worksheet.pdf' }).getByRole('img').first()).toBeAttached()
  expect(await getScrollTop(page)).toBe(0)
})
