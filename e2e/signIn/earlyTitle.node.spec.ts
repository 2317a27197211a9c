import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'

const titles = [
  { locale: 'en-GB', title: 'Sign in with your school account' },
  { locale: 'de-DE', title: 'Mit dem Schulkonto anmelden' },
]

const earlyTitle = (page: Page) => page.locator('#shape > h1').filter({ visible: true })

/** Opens the page without its script until the returned function is called. */
async function openWithoutApp(page: Page, path: string): Promise<() => void> {
  let load = () => {}
  const isLoaded = new Promise<void>(resolve => {
    load = resolve
  })
  await page.route(/\/assets\/index-[^/]*\.js$/, async route => {
    await isLoaded
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('#shape > svg')).toBeVisible()
  return load
}

/** The upper end of the early title includes its padding. */
async function measure(title: ReturnType<typeof earlyTitle>) {
  const { x = 0, width = 0, y = 0, height = 0 } = (await title.boundingBox()) ?? {}
  return { left: x, width, bottom: y + height }
}

for (const { locale, title } of titles) {
  test.describe(locale, () => {
    test.use({ locale })
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      test(`the title is painted before the app, and stays in place, at ${viewport.width} px`, async ({
        page,
      }) => {
        await page.setViewportSize(viewport)
        const load = await openWithoutApp(page, '/')
        await expect(earlyTitle(page)).toHaveText(title)
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
        const early = await measure(earlyTitle(page))
        load()
        const heading = page.getByRole('heading', { level: 1, name: title })
        await expect(heading).toBeVisible()
        await expect(earlyTitle(page)).toHaveCount(0)
        await expect.poll(() => measure(heading)).toEqual(early)
      })
    }
  })
}

test('there is no early title if the sign-in page shows a notice above it, or on the authorize page', async ({
  page,
}) => {
  for (const path of ['/sign-in?notice=expired', '/auth']) {
    const load = await openWithoutApp(page, path)
    await expect(earlyTitle(page), path).toHaveCount(0)
    load()
    await expect(page.getByRole('main'), path).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
})
