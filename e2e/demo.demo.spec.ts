import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { password } from './people.ts'
import { accountOf, allowAs, grid, lesson, signInAs } from './signInAs.ts'
import { makeToken as makeTokenHere } from './tokens.ts'

/** Goes to the page of tokens and makes one. */
async function makeToken(page: Page, name: string): Promise<void> {
  await page.goto('/settings/tokens')
  await makeTokenHere(page, name)
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Demo' })

test('the bar says that this is a demo, and signs in with two clicks', { tag: '@rest' }, async ({ page }) => {
  await page.goto('/')
  await expect(bar(page)).toContainText('nothing leaves it')
  await bar(page).getByRole('button', { name: 'second teacher' }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(accountOf(page, 'ruiz')).toBeVisible()
  await bar(page).getByRole('button', { name: 'pupil' }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(accountOf(page, 'sommer')).toBeVisible()
})

test('a teacher and a pupil share one school in two tabs', { tag: '@rest' }, async ({ page, context }) => {
  const pupil = await context.newPage()
  await signInAs(page, 'albrecht')
  await signInAs(pupil, 'sommer')
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await page.reload()
  await pupil.reload()
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await expect(accountOf(pupil, 'sommer')).toBeVisible()
  expect(context.serviceWorkers()).toHaveLength(1)
  // A second tab of the teacher shows the token of the first tab at once.
  await page.goto('/settings/tokens')
  await makeToken(page, 'made in the first tab')
  const second = await context.newPage()
  await signInAs(second, 'albrecht', '/settings/tokens')
  await expect(second.getByRole('button', { name: 'Revoke made in the first tab' })).toBeVisible()
  // The teacher stays signed in when the pupil signs out.
  await accountOf(pupil, 'sommer').click()
  await pupil.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(pupil.getByRole('button', { name: /^Continue/ })).toBeVisible()
  await page.reload()
  await expect(accountOf(page, 'albrecht')).toBeVisible()
})

test('the demo requests only files, and stores its school across tabs and reloads until it is reset', async ({
  page,
  context,
  guard,
}) => {
  // Requests that were sent just before the reset are refused after it.
  guard.allow(statusLines(401))
  const reached: string[] = []
  context.on('response', response => {
    if (response.fromServiceWorker()) return
    if (response.request().serviceWorker() === null) reached.push(new URL(response.url()).pathname)
  })
  await signInAs(page, 'albrecht')
  await expect(lesson(page, /./).first()).toBeVisible()
  await page.goto('/settings/tokens')
  await makeToken(page, 'kept')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Revoke kept' })).toBeVisible()
  const data = reached.filter(path => /^\/(?:api|session|auth\/oauth2\/(?:request|decision))/.test(path))
  expect(data).toEqual([])
  expect(reached.some(path => path.startsWith('/assets/'))).toBe(true)
  // The worker ends with the last tab; the school is stored.
  const later = await context.newPage()
  await page.close()
  await later.goto('about:blank')
  await signInAs(later, 'albrecht', '/settings/tokens')
  await expect(later.getByRole('button', { name: 'Revoke kept' })).toBeVisible()
  await bar(later).getByRole('button', { name: 'Reset demo' }).click()
  await expect(later.getByRole('button', { name: /^Continue/ })).toBeVisible()
  await later.getByRole('button', { name: /^Continue/ }).click()
  await allowAs(later, 'albrecht')
  await expect(accountOf(later, 'albrecht')).toBeVisible()
  await later.goto('/settings/tokens')
  await expect(later.getByText('You have no tokens.')).toBeVisible()
})

test.describe('a browser that speaks German', () => {
  test.use({ locale: 'de-DE' })

  test('gets a school in German', { tag: '@rest' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Weiter/ }).click()
    await page.getByLabel('Anmeldename').fill('albrecht')
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden und erlauben' }).click()
    await expect(page.getByRole('button', { name: /Jana Albrecht/ })).toBeVisible()
    await expect(lesson(page, /^Mathematik/).first()).toBeVisible()
    await page.getByRole('link', { name: 'Hausaufgaben', exact: true }).first().click()
    await expect(page.getByText('Brüche S. 42').first()).toBeVisible()
  })
})

test.describe('a browser without SharedWorker', () => {
  test.use({ demoTime: 'wednesday' })

  test('runs the school in the page', { tag: '@rest' }, async ({ page }) => {
    await signInAs(page, 'albrecht')
    expect(await page.evaluate(() => 'SharedWorker' in window)).toBe(false)
    await expect(grid(page)).toBeVisible()
    await makeToken(page, 'kept in the page')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Revoke kept in the page' })).toBeVisible()
  })
})

test('a message is shown if the browser blocks its storage', { tag: '@rest' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText(/^The demo needs this browser’s storage/)
})
