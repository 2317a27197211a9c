import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { enterAtDesk } from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { drawWithMouse, markStatus, penSurface, penTool, toWindow } from '../support/pen.ts'

const marks = (page: Page, text: string) =>
  page.getByRole('img', { name: `Your marks on page 1: ${text}`, exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: /^Text on the page/ })
const saved = /^Marked copy, saved \d\d:\d\d/

test('a text on a page is changed, moved and deleted, and another tab shows it', async ({
  page,
  context,
}) => {
  await enterAtDesk(page, 1, 1, 13)
  await expect(page.getByRole('img', { name: 'page1.jpg', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect(penTool(page, 'Pen')).toBeEnabled()
  await penTool(page, 'Text').click()
  await expect(penSurface(page)).toBeFocused()
  const click = async (x: number, y: number) => {
    const at = await toWindow(page, [x, y])
    await page.mouse.click(at.x, at.y)
  }
  await click(0.3, 0.3)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('see 1 a')
  await page.keyboard.press('Enter')
  await expect(marks(page, '“see 1 a”')).toBeVisible()
  await expect(markStatus(page, saved)).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(markStatus(other, /^Another tab is marking this/)).toBeVisible()
  await expect(marks(other, '“see 1 a”')).toBeVisible()

  await test.step('by pointer', async () => {
    await page.bringToFront()
    await click(0.33, 0.3)
    await expect(field(page)).toHaveValue('see 1 a')
    await expect(field(page)).toBeFocused()
    await expectAccessible(page, 'a text that is changed')
    await page.keyboard.press('End')
    await page.keyboard.type(' and b')
    await page.keyboard.press('Enter')
    await expect(marks(page, '“see 1 a and b”')).toBeVisible()
    await expect(marks(other, '“see 1 a and b”')).toBeVisible()
    await drawWithMouse(page, [
      [0.33, 0.3],
      [0.4, 0.5],
      [0.4, 0.6],
    ])
    await expect(field(page)).toHaveCount(0)
    // The text is no longer at its first place.
    await click(0.33, 0.3)
    await expect(field(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await click(0.4, 0.6)
    await expect(field(page)).toHaveValue('see 1 a and b')
    await page.keyboard.press('Escape')
  })

  await test.step('by keyboard', async () => {
    await expect(penSurface(page)).toBeFocused()
    for (const key of ['Control+z', 'Control+z']) await page.keyboard.press(key)
    await expect(marks(page, '“see 1 a”')).toBeVisible()
    for (const key of ['Control+Shift+z', 'Control+Shift+z']) await page.keyboard.press(key)
    await expect(marks(page, '“see 1 a and b”')).toBeVisible()
    await click(0.4, 0.6)
    await expect(field(page)).toBeFocused()
    const before = await field(page).boundingBox()
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await field(page).boundingBox())?.y).toBeGreaterThan((before?.y ?? 0) + 15)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2 b')
    await page.keyboard.press('Enter')
    await expect(marks(page, '“2 b”')).toBeVisible()
    await expect(marks(other, '“2 b”')).toBeVisible()
  })

  await test.step('an empty text is deleted', async () => {
    await click(0.39, 0.64)
    await expect(field(page)).toHaveValue('2 b')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await expect(markStatus(page, /^Nothing marked here yet/)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(marks(page, '“2 b”')).toBeVisible()
  })
  await other.close()
})
