import { expect } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { offlineErrors } from '../support/guard.ts'
import { minute } from '../support/schoolClock.ts'
import { accountButton, enterAs, grid, lesson } from '../support/signInAs.ts'

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
  await test.step('a screen never fetched says so until online', async () => {
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Access', exact: true }).click()
    const main = page.getByRole('main')
    await expect(main).toContainText('This could not be loaded')
    await expect(main).toContainText('You are offline.')
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main).toContainText('You are offline.')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
  })
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
