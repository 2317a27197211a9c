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

test('says that it is a demo, and signs in as its people with two clicks', async ({ page }) => {
  await page.goto('/')
  await expect(bar(page)).toContainText('nothing leaves it')
  await bar(page).getByRole('button', { name: 'second teacher' }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(accountOf(page, 'ruiz')).toBeVisible()
  await bar(page).getByRole('button', { name: 'pupil' }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(accountOf(page, 'sommer')).toBeVisible()
})

test('on a phone its bar says the same in fewer words', async ({ page, guard }) => {
  // What was asked for just before the reset is answered after it.
  guard.allow(statusLines(401))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await bar(page).getByRole('button', { name: 'teacher', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(lesson(page, /./).first()).toBeVisible()
  await bar(page).getByRole('button', { name: 'reset', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible()
})

test('a teacher and a pupil sit side by side in one school', async ({ page, context }) => {
  const pupil = await context.newPage()
  await signInAs(page, 'albrecht')
  await signInAs(pupil, 'sommer')
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await page.reload()
  await pupil.reload()
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await expect(accountOf(pupil, 'sommer')).toBeVisible()
  expect(context.serviceWorkers()).toHaveLength(1)
  // One school: a second tab of the teacher sees what the first one made, at once.
  await page.goto('/settings/tokens')
  await makeToken(page, 'made in the first tab')
  const second = await context.newPage()
  await signInAs(second, 'albrecht', '/settings/tokens')
  await expect(second.getByRole('button', { name: 'Revoke made in the first tab' })).toBeVisible()
  // The pupil signs out alone.
  await accountOf(pupil, 'sommer').click()
  await pupil.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(pupil.getByRole('button', { name: /^Continue/ })).toBeVisible()
  await page.reload()
  await expect(accountOf(page, 'albrecht')).toBeVisible()
})

test('is kept over a reload and for a browser opened again, until it is reset', async ({
  page,
  context,
  guard,
}) => {
  // What was asked for just before the reset is answered after it.
  guard.allow(statusLines(401))
  await signInAs(page, 'albrecht')
  await page.goto('/settings/tokens')
  await makeToken(page, 'kept')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Revoke kept' })).toBeVisible()
  // Every tab closed: the worker ends with the last one, the school stays.
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

  test('gets a school that does', async ({ page }) => {
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

test('asks its server for files and nothing else', async ({ page, context }) => {
  const reached: string[] = []
  context.on('response', response => {
    if (response.fromServiceWorker()) return
    if (response.request().serviceWorker() === null) reached.push(new URL(response.url()).pathname)
  })
  await signInAs(page)
  await expect(lesson(page, /./).first()).toBeVisible()
  await makeToken(page, 'nobody hears of it')
  const data = reached.filter(path => /^\/(?:api|session|auth\/oauth2\/(?:request|decision))/.test(path))
  expect(data).toEqual([])
  expect(reached.some(path => path.startsWith('/assets/'))).toBe(true)
})

test.describe('a browser without SharedWorker', () => {
  test.use({ demoTime: 'wednesday' })

  test('has its school in the page', async ({ page }) => {
    await signInAs(page, 'albrecht')
    expect(await page.evaluate(() => 'SharedWorker' in window)).toBe(false)
    await expect(grid(page)).toBeVisible()
    await makeToken(page, 'kept in the page')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Revoke kept in the page' })).toBeVisible()
  })
})

test('says so where the browser has no place for a school', async ({ page }) => {
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
