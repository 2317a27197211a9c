import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { accountButton, grid, madeUpPerson, signInAs } from '../support/signInAs.ts'

const shape = '#shape'
const getFirstPaint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN

/** Delays school and styles, and checks the background of the placeholder until then. */
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
  await expect.poll(() => page.evaluate(getFirstPaint)).toBeGreaterThan(0)
  expect(await page.locator(shape).evaluate(element => getComputedStyle(element).backgroundColor)).toBe(
    background,
  )
  expect(await page.locator('main').count()).toBe(0)
  arrive()
  await expect(madeUpPerson(page, 'albrecht')).toBeVisible()
  await expect(page.locator(shape)).toBeHidden()
}

test('the shell replaces the placeholder without layout shift', async ({ page }) => {
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
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await expect(grid(page)).toBeVisible()
  await expect(page.locator(shape)).toBeHidden()
  const real = await page.getByRole('navigation', { name: 'Screens' }).first().boundingBox()
  // The rail has the position of the placeholder.
  expect([Math.round(real?.x ?? -1), Math.round(real?.width ?? -1)]).toEqual([
    Math.round(drawn?.x ?? -2),
    Math.round(drawn?.width ?? -2),
  ])
  expect(Math.abs((real?.y ?? 99) - (drawn?.y ?? 0))).toBeLessThanOrEqual(1)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})

/** Holds back the numbers below people's names until `window.releaseNumbers` is called. */
const holdNumbers = (page: Page) =>
  page.addInitScript(() => {
    const { prototype } = MessagePort
    const send = prototype.postMessage
    const delayedPosts: (() => void)[] = []
    prototype.postMessage = function (this: MessagePort, message: { kind?: string }, options?: object) {
      const post = () => Reflect.apply(send, this, [message, options])
      if (message?.kind === 'peopleToday') delayedPosts.push(post)
      else post()
    }
    Object.assign(window, { releaseNumbers: () => delayedPosts.splice(0).map(post => post()) })
  })

test.describe('on a narrow phone in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 640 } })

  test('arriving numbers cause no layout shift', async ({ page }) => {
    await holdNumbers(page)
    await page.goto('/sign-in')
    const rows = page.getByRole('main').getByRole('listitem')
    const places = async () => {
      const last = page.getByRole('button', { name: 'Mit Passwort anmelden' })
      const boxes = [...(await rows.getByText(/^(?:Jana|Mika|Omar) /).all()), ...(await rows.all()), last]
      return Promise.all(boxes.map(box => box.boundingBox()))
    }
    await expect(rows.getByRole('button')).toHaveText([/Lehrkraft\s*$/, /der 8b\s*$/, /Lehrkraft\s*$/])
    const before = await places()
    expect(before).toHaveLength(7)
    await page.evaluate('releaseNumbers()')
    await expect(rows.getByRole('button')).toHaveText([/zu korrigieren$/, /fällig$/, /zu korrigieren$/])
    expect(await places()).toEqual(before)
  })
})

test.describe('in the dark theme', () => {
  test.use({ colorScheme: 'dark', serviceWorkers: 'allow' })

  test('the placeholder is dark', ({ page }) => expectShape(page, 'rgb(23, 24, 27)'))
})
