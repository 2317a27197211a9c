import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { enterAtDesk } from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { drawWithMouse, findInk, markStatus, penSurface, penTool, toWindow } from '../support/pen.ts'

const marks = (page: Page, text: string | RegExp) =>
  page.getByRole('img', {
    name: typeof text === 'string' ? `Your marks on page 1: ${text}` : text,
    exact: true,
  })
const field = (page: Page) => page.getByRole('textbox', { name: /^Text on the page/ })
const saved = /^Marked copy, saved \d\d:\d\d/

async function openTextTool(page: Page): Promise<(x: number, y: number) => Promise<void>> {
  await enterAtDesk(page, 1, 1, 13)
  await expect(page.getByRole('img', { name: 'page1.jpg', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect(penTool(page, 'Pen')).toBeEnabled()
  await penTool(page, 'Text').click()
  await expect(penSurface(page)).toBeFocused()
  return async (x, y) => {
    const at = await toWindow(page, [x, y])
    await page.mouse.click(at.x, at.y)
  }
}

test('a long text stays on the page while it is typed and after that', async ({ page }) => {
  const click = await openTextTool(page)
  const picture = page.getByRole('img', { name: 'page1.jpg', exact: true })
  const before = await picture.boundingBox()
  const box = await penSurface(page).boundingBox()
  // Positions are rounded to parts of a pixel.
  const rightEdge = (box?.x ?? 0) + (box?.width ?? 0) + 1
  const getRight = async () => {
    const typed = await field(page).boundingBox()
    return (typed?.x ?? 0) + (typed?.width ?? 0)
  }
  await test.step('between words', async () => {
    await click(0.2, 0.7)
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(
      'You need a common denominator before you add, because thirds and quarters are different sizes.',
    )
    await expect.poll(async () => (await field(page).boundingBox())?.height).toBeGreaterThan(30)
    await expect.poll(getRight).toBeLessThanOrEqual(rightEdge)
    await expect.poll(() => picture.boundingBox()).toEqual(before)
    await page.keyboard.press('Enter')
    await expect(marks(page, /“You need a common denominator/)).toBeVisible()
    await expect.poll(() => picture.boundingBox()).toEqual(before)
  })
  await test.step('wide letters', async () => {
    await penTool(page, 'Green').click()
    await click(0.8, 0.3)
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('MMMM WWWW '.repeat(6))
    await expect.poll(getRight).toBeLessThanOrEqual(rightEdge)
    await page.keyboard.press('Enter')
    await expect(marks(page, /MMMM/)).toBeVisible()
    await expect.poll(async () => (await findInk(page, picture, 'green'))?.right).toBeLessThan(0.995)
  })
})

test('a text that is being typed survives a crash', async ({ page, context }) => {
  const click = await openTextTool(page)
  const url = page.url()
  await click(0.3, 0.3)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('unfinished text')
  await expect(marks(page, '“unfinished text”')).toBeVisible()
  await expect(page.locator('[data-tone="ok"][aria-busy="false"]').filter({ hasText: saved })).toBeVisible()
  await expect(field(page)).toBeFocused()
  const crashed = page.waitForEvent('crash')
  page.goto('chrome://crash').catch(() => undefined)
  await crashed
  await page.close()
  const later = await context.newPage()
  await later.goto(url)
  await expect(marks(later, '“unfinished text”')).toBeVisible()

  await test.step('and is one step of the history', async () => {
    await penTool(later, 'Undo').click()
    await expect(markStatus(later, /^Nothing marked here yet/)).toBeVisible()
    await penTool(later, 'Redo').click()
    await expect(marks(later, '“unfinished text”')).toBeVisible()
  })
})

test('a text on a page is changed, moved and deleted, and another tab shows it', async ({
  page,
  context,
}) => {
  const click = await openTextTool(page)
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
