import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test } from '../support/fixtures.ts'
import { enterAs, grid } from '../support/signInAs.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Subscribe to the timetable' })
const address = (page: Page) => page.getByLabel('Address of the calendar')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a calendar app fetches the lessons by an address, until it is revoked', { tag: '@main' }, async ({
  page,
  playwright,
  node,
}) => {
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  await button(page, 'Subscribe…').press('Enter')
  await expect(dialog(page)).toContainText('Everyone who has the address can read this timetable')
  await expectAccessible(page, 'the dialog')
  await button(page, 'Create address').press('Enter')
  await expect(address(page)).toBeFocused()
  await expectAccessible(page, 'a new address')
  const url = await address(page).inputValue()

  // Without cookies.
  const program = await playwright.request.newContext()
  await test.step('the lessons and the substitutions', async () => {
    const response = await program.get(url)
    expect(response.status()).toBe(200)
    expect(response.headers()).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=900',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(response.headers()['set-cookie']).toBeUndefined()
    const events = (await response.text()).replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
    const today = events.filter(event => event.includes('DTSTART:20261118T075000Z'))
    expect(today).toHaveLength(1)
    expect(today[0]).toContain('SUMMARY:Maths 8b')
    expect(events.some(event => event.includes('SUMMARY:Art 8b'))).toBe(false)
    for (let fetches = 2; fetches <= 5; fetches += 1) expect((await program.get(url)).status()).toBe(200)
    const early = await program.get(url)
    expect(early.status()).toBe(429)
    // The clock runs on.
    const seconds = Number(early.headers()['retry-after'])
    expect(seconds).toBeGreaterThan(600)
    expect(seconds).toBeLessThanOrEqual(900)
    const unchanged = await program.get(url, { headers: { 'If-None-Match': response.headers().etag ?? '' } })
    expect(unchanged.status()).toBe(304)
  })
  await test.step('the class has its own address', async () => {
    await page.getByRole('radio', { name: /^Class 8b/ }).check()
    await button(page, 'Create address').click()
    const response = await program.get(await address(page).inputValue())
    const lines = (await response.text()).replaceAll('\r\n ', '').split('\r\n')
    expect(lines).toContain('SUMMARY:Cancelled: French')
    expect(lines).toContain('STATUS:CANCELLED')
  })
  await test.step('the address can be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Copy').click()
    await expect(button(page, 'Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await address(page).inputValue())
  })
  await test.step('a replaced and a revoked address do not exist', async () => {
    await page.getByRole('radio', { name: /^My lessons/ }).check()
    await button(page, 'Replace address').click()
    const replacing = page.getByRole('dialog', { name: 'Replace the address?' })
    await replacing.getByRole('button', { name: 'Cancel' }).click()
    await expect(address(page)).toHaveValue(url)
    await button(page, 'Replace address').click()
    await replacing.getByRole('button', { name: 'Replace address' }).click()
    await expect(address(page)).not.toHaveValue(url)
    const next = await address(page).inputValue()
    expect((await program.get(url)).status()).toBe(404)
    expect((await program.get(next)).status()).toBe(200)
    await button(page, 'Revoke address').click()
    const revoking = page.getByRole('dialog', { name: 'Revoke the address?' })
    await revoking.getByRole('button', { name: 'Revoke address' }).click()
    await expect(dialog(page)).toContainText('The address was revoked.')
    expect((await program.get(next)).status()).toBe(404)
  })
  await test.step('the log contains no address', async () => {
    const secret = /\/calendar\/([\w-]+)\.ics$/.exec(url)?.[1] ?? '?'
    expect(node.calls().filter(({ route }) => route === '/calendar').length).toBeGreaterThan(5)
    expect(node.logText()).not.toContain(secret)
  })
  await test.step('the dialog returns the focus', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(page, 'Subscribe…')).toBeFocused()
  })
  await program.dispose()
})

test('the dialog fits a phone, and continues with an earlier address', async ({ page }) => {
  await enterAs(page, 'sommer')
  await page.setViewportSize({ width: 360, height: 740 })
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Subscribe…' }).click()
  }
  await openDialog()
  await expect(dialog(page).getByText('All lessons of your classes')).toBeVisible()
  await button(page, 'Create address').click()
  await expect(address(page)).toBeInViewport()
  const { scrollWidth, clientWidth } = await dialog(page).evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await button(page, 'Close').click()
  await openDialog()
  await expect(dialog(page)).toContainText('An address was created on')
  await expect(button(page, 'Replace address')).toBeVisible()
})
