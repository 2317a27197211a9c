import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { accountOf, grid, madeUpPerson, signInAs } from './signInAs.ts'

const shape = '#shape'
const paintOf = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN

/** Delays the school and the styles of the app, and checks the background of the placeholder until they arrive. */
async function expectShape(page: Page, background: string): Promise<void> {
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
    background,
  )
  expect(await page.locator('main').count()).toBe(0)
  arrive()
  await expect(madeUpPerson(page, 'albrecht')).toBeVisible()
  await expect(page.locator(shape)).toBeHidden()
}

test('a placeholder is shown before the school is loaded, and nothing moves when the shell replaces it', async ({
  page,
}) => {
  await test.step('before the sign-in', () => expectShape(page, 'rgb(255, 255, 255)'))
  await page.unrouteAll()
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
  // The rail is where the placeholder drew it.
  expect([Math.round(real?.x ?? -1), Math.round(real?.width ?? -1)]).toEqual([
    Math.round(drawn?.x ?? -2),
    Math.round(drawn?.width ?? -2),
  ])
  expect(Math.abs((real?.y ?? 99) - (drawn?.y ?? 0))).toBeLessThanOrEqual(1)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})

test.describe('in the dark theme', () => {
  test.use({ colorScheme: 'dark', serviceWorkers: 'allow' })

  test('the placeholder is dark', { tag: '@rest' }, ({ page }) => expectShape(page, 'rgb(23, 24, 27)'))
})
