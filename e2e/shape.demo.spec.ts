import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { accountOf, grid, signInAs } from './signInAs.ts'

const shape = '#shape'
const paintOf = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN

for (const [scheme, paper] of [
  ['light', 'rgb(255, 255, 255)'],
  ['dark', 'rgb(23, 24, 27)'],
] as const) {
  test.describe(`in the ${scheme} theme`, () => {
    test.use({ colorScheme: scheme, serviceWorkers: 'allow' })

    test('the page has its shape before any of the school is there, and loses it once it is', async ({
      page,
    }) => {
      // The school and the app's styles are on their way for as long as this test wants.
      let arrive = () => {}
      const arrived = new Promise<void>(resolve => {
        arrive = resolve
      })
      await page.route(/\/assets\/(?:startDemo-|index-[^/]*\.css)/, async route => {
        await arrived
        await route.continue()
      })
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.locator(`${shape} > svg`)).toBeVisible()
      await expect.poll(() => page.evaluate(paintOf)).toBeGreaterThan(0)
      expect(await page.locator(shape).evaluate(element => getComputedStyle(element).backgroundColor)).toBe(
        paper,
      )
      expect(await page.locator('main').count()).toBe(0)
      arrive()
      await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible()
      await expect(page.locator(shape)).toBeHidden()
    })
  })
}

test('who is signed in sees the shell first, and nothing jumps when it fills', async ({ page }) => {
  await signInAs(page)
  await expect(grid(page)).toBeVisible()
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] as number[] })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        }
        if (!hadRecentInput) (window as unknown as { shifts: number[] }).shifts.push(value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.route(/\/assets\/startDemo-/, async route => {
    await arrived
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const rail = page.locator(`${shape} .rail`)
  await expect(rail).toBeVisible()
  const drawn = await rail.boundingBox()
  arrive()
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await expect(grid(page)).toBeVisible()
  await expect(page.locator(shape)).toBeHidden()
  const real = await page.getByRole('navigation', { name: 'Screens' }).first().boundingBox()
  // The rail and what is above it stand where they were drawn.
  expect([Math.round(real?.x ?? -1), Math.round(real?.width ?? -1)]).toEqual([
    Math.round(drawn?.x ?? -2),
    Math.round(drawn?.width ?? -2),
  ])
  expect(Math.abs((real?.y ?? 99) - (drawn?.y ?? 0))).toBeLessThanOrEqual(1)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})
