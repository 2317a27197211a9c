import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

/** Expects that the element can be scrolled to where it fits between the bars. */
async function expectReadable(page: Page, element: Locator): Promise<void> {
  // A list may move its rows while it loads.
  await expect(async () => {
    await element.scrollIntoViewIfNeeded({ timeout: 1000 })
    const box = await element.boundingBox()
    const main = await page.getByRole('main').boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(main?.y ?? 0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))
    await expect(element).toBeInViewport({ ratio: 1, timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

test('400 % zoom and low windows: content stays readable between the bars', async ({ page }) => {
  await enterAs(page)
  const screens: [address: string, content: (page: Page) => Locator][] = [
    ['/chats/2', page => page.getByText(/^New since/)],
    ['/classes/1/files/3', page => page.locator('[data-entry]').nth(3)],
    ['/classes/1/homework', page => page.getByRole('row', { name: /Fractions p. 42/ })],
    ['/classes/1/homework/1/submissions/13', page => page.getByText('I did 1 to 4')],
    ['/classes/1/timetable', page => page.locator('[data-lesson]').nth(1)],
  ]
  for (const [width, height] of [
    [320, 256],
    [844, 190],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [address, content] of screens) {
      await test.step(`${address} at ${width} × ${height}`, async () => {
        await page.goto(address)
        await expectReadable(page, content(page))
        const mainHeight = (await page.getByRole('main').boundingBox())?.height ?? 0
        expect(mainHeight / height).toBeGreaterThan(0.6)
        for (const link of await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').all()) {
          await expect(link).toBeInViewport({ ratio: 1 })
        }
      })
    }
  }
})
