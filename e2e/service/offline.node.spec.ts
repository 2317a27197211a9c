import { type BrowserContext, expect, type Page } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { advanceClocks, type Host, test } from '../support/fixtures.ts'
import { offlineErrors } from '../support/guard.ts'
import { minute } from '../support/schoolClock.ts'
import { accountButton, enterAs, grid, lesson } from '../support/signInAs.ts'

/** Reloads the page and waits for the screens that are loaded ahead. */
async function loadScreensAhead(page: Page, context: BrowserContext, host: Host): Promise<void> {
  const lastScreen = page.waitForResponse(/\/TokensScreen-.*\.js$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await advanceClocks(context, host, 5000)
  await lastScreen
}

test('offline, loaded screens stay readable', { tag: '@main' }, async ({
  page,
  context,
  host,
  node,
  guard,
}) => {
  guard.allow(offlineErrors)
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  await test.step('loaded weeks stay readable, and are refetched online', async () => {
    await context.setOffline(true)
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await expect(page.getByText('data from 09:12')).toBeVisible()
    await advanceClocks(context, host, 10 * minute)
    await expect(lesson(page, /^French.*Cancelled/)).toBeVisible()
    // The response included next week only.
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(page.getByRole('heading', { level: 2, name: /week 48/ })).toBeVisible()
    await page.getByRole('button', { name: 'Week after' }).click()
    const failure = page.getByRole('main').getByRole('alert')
    await advanceClocksUntil(context, host, () => failure.isVisible())
    await expect(failure).toContainText('You are offline')
    const before = node.calls().length
    await context.setOffline(false)
    await expect(page.getByText('Offline', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 2, name: /week 49/ })).toBeVisible()
    await expect(grid(page)).toBeVisible()
    await expect(page.getByText(/^Updated 09:2\d$/)).toBeVisible()
    expect(node.calls().length).toBeGreaterThan(before)
  })
  await test.step('a part never fetched says so until online', async () => {
    await page.goto('/chats/2')
    const poll = page.getByRole('button', { name: 'Poll' })
    await expect(poll).toBeVisible()
    await context.setOffline(true)
    await poll.click()
    const missing = page.getByRole('alert').filter({ hasText: 'this part of Staffroom is not loaded yet' })
    await expect(missing).toBeVisible()
    await missing.getByRole('button', { name: 'Try again' }).click()
    await expect(missing).toBeVisible()
    await missing.getByRole('button', { name: 'Close' }).click()
    await expect(missing).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()
    await poll.click()
    await expect(missing).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'New poll' })).toBeVisible()
    await expect(missing).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a screen without data says so until online', async () => {
    await loadScreensAhead(page, context, host)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Access', exact: true }).click()
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
    await advanceClocksUntil(context, host, () => main.getByText('You are offline.').first().isVisible())
    await context.setOffline(false)
    await expect(main.getByText('Omar Ruiz').first()).toBeVisible()
  })
})

test('offline, every tab of a phone opens and shows what waits', async ({ page, context, host, guard }) => {
  guard.allow(offlineErrors)
  await enterAs(page, 'sommer', '/classes/1/homework')
  await expect(page.getByRole('row', { name: /Fractions p. 42/ })).toBeVisible()
  await loadScreensAhead(page, context, host)
  await page.setViewportSize({ width: 360, height: 740 })
  await context.setOffline(true)
  const tabs = page.getByRole('navigation', { name: 'Screens' })
  for (const name of ['My day', 'Timetable', 'Files', 'Chats', 'Homework']) {
    await tabs.getByRole('link', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await context.setOffline(false)
  await page
    .getByRole('link', { name: /^Hand in/ })
    .first()
    .click()
  await page.getByLabel('Comment').fill('On the bus.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText('Offline, 1 waiting')).toBeVisible()
  await tabs.getByRole('link', { name: /^Homework/ }).click()
  await expect(page.getByRole('row').getByText('On its way')).toHaveCount(1)
})

test('lists are readable after a reload while the service does not answer', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.allow(/net::ERR_FAILED/)
  await enterAs(page, 'sommer', '/day')
  await expect(page.getByText('Maths').first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Homework/ })
    .first()
    .click()
  await expect(page.getByRole('row', { name: /Fractions p. 42/ })).toBeVisible()
  await advanceClocks(context, host, 2000)
  await context.route('**/api/v2/**', route => route.abort())
  await page.reload()
  await expect(page.getByRole('row', { name: /Fractions p. 42/ })).toBeVisible()
  await page.getByRole('link', { name: 'My day' }).click()
  await expect(page.getByText('Maths').first()).toBeVisible()
})

test('signing out offline deletes the data at once', async ({ page, context, host, node, guard }) => {
  guard.allow(offlineErrors)
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  // Menu and sign-in page are prefetched after the first screen.
  const ahead = Promise.all([/\/UserMenu-/, /\/sign-in-/].map(file => page.waitForResponse(file)))
  await page.reload()
  await expect(grid(page)).toBeVisible()
  await advanceClocks(context, host, 5000)
  await ahead
  await context.setOffline(true)
  await accountButton(page, 'albrecht').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible()
  await expect(lesson(page, /^English/)).toHaveCount(0)
  const signOuts = () =>
    node.calls().filter(call => call.method === 'DELETE' && call.route === '/session').length
  expect(signOuts()).toBe(0)
  await context.setOffline(false)
  await expect.poll(signOuts).toBe(1)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible()
})
