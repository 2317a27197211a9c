import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import {
  accountButton,
  allowOnAuthorizePage,
  grid,
  lesson,
  madeUpPerson,
  passwordButton,
  signInAs,
} from '../support/signInAs.ts'
import { createToken as makeTokenHere } from '../support/tokens.ts'

async function makeToken(page: Page, name: string): Promise<void> {
  await page.goto('/settings/tokens')
  await makeTokenHere(page, name)
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Demo' })

async function numberOf(page: Page, login: 'albrecht' | 'sommer'): Promise<number> {
  const row = madeUpPerson(page, login)
  await expect(row).toHaveAccessibleName(/ (?:to mark|due this week)$/)
  return Number(/(\d+) (?:to mark|tasks? due)/.exec(await row.innerText())?.[1] ?? 0)
}

/** Sum of the numbers "to mark". */
async function countToMark(page: Page, course: number): Promise<number> {
  await page.goto(`/classes/${course}/homework`)
  const marks = page.getByRole('main').getByRole('button', { name: /^\d+ to mark$/ })
  await expect(marks.first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  const texts = await marks.allInnerTexts()
  return texts.reduce((sum, text) => sum + Number(/\d+/.exec(text)?.[0]), 0)
}

test('one click signs in or switches the person', { tag: '@main' }, async ({ page }) => {
  await page.goto('/settings/tokens')
  await expect(bar(page)).toContainText('nothing leaves it')
  // The bar omits the people on the page.
  await expect(bar(page).getByRole('button')).toHaveText([/Reset demo/])
  const toMark = await numberOf(page, 'albrecht')
  expect(toMark).toBeGreaterThan(0)

  await test.step('by click and by keyboard', async () => {
    await madeUpPerson(page, 'albrecht').click()
    await expect(accountButton(page, 'albrecht')).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/tokens$/)
    await accountButton(page, 'albrecht').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await madeUpPerson(page, 'ruiz').focus()
    await page.keyboard.press('Enter')
    await expect(accountButton(page, 'ruiz')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  })
  await test.step('the bar switches the person', async () => {
    await bar(page).getByRole('button', { name: 'pupil' }).click()
    await expect(accountButton(page, 'sommer')).toBeVisible()
    await bar(page).getByRole('button', { name: 'teacher', exact: true }).click()
    await expect(accountButton(page, 'albrecht')).toBeVisible()
  })
  await test.step('the count at the name matches the homework lists', async () => {
    expect((await countToMark(page, 1)) + (await countToMark(page, 3))).toBe(toMark)
  })
})

test('“Sign in with a password” opens the authorize page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in with a password' }).click()
  await expect(page).toHaveURL(/\/auth\/oauth2\/authorize\?.*state=[\w-]{43}/)
  await expect(page.getByLabel('Login name')).toBeFocused()
  await expect(madeUpPerson(page, 'ruiz')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to the demo' })).toBeVisible()
  await passwordButton(page).click()
  await allowOnAuthorizePage(page, 'tanaka')
  await expect(accountButton(page, 'tanaka')).toBeVisible()
})

test('a teacher and a pupil share a school in two tabs', async ({ page, context }) => {
  const pupil = await context.newPage()
  await signInAs(page, 'albrecht')
  await signInAs(pupil, 'sommer')
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await page.reload()
  await pupil.reload()
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await expect(accountButton(pupil, 'sommer')).toBeVisible()
  expect(context.serviceWorkers()).toHaveLength(1)
  await page.goto('/settings/tokens')
  await makeToken(page, 'made in the first tab')
  const second = await context.newPage()
  await signInAs(second, 'albrecht', '/settings/tokens')
  await expect(second.getByRole('button', { name: 'Revoke made in the first tab' })).toBeVisible()
  await accountButton(pupil, 'sommer').click()
  await pupil.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(madeUpPerson(pupil, 'sommer')).toBeVisible()
  await page.reload()
  await expect(accountButton(page, 'albrecht')).toBeVisible()
})

test('requests files only, and stores the school until reset', async ({ page, context, guard }) => {
  guard.allow(statusErrors(401))
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
  // The SharedWorker ends with the last tab.
  const later = await context.newPage()
  await page.close()
  await later.goto('about:blank')
  await signInAs(later, 'albrecht', '/settings/tokens')
  await expect(later.getByRole('button', { name: 'Revoke kept' })).toBeVisible()
  await bar(later).getByRole('button', { name: 'Reset demo' }).click()
  await madeUpPerson(later, 'albrecht').click()
  await expect(accountButton(later, 'albrecht')).toBeVisible()
  await later.goto('/settings/tokens')
  await expect(later.getByText('You have no tokens.')).toBeVisible()
})

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('gets a German school', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Mit Passwort anmelden' })).toBeVisible()
    await expect(madeUpPerson(page, 'albrecht')).toHaveAccessibleName(/ zu korrigieren$/)
    await madeUpPerson(page, 'albrecht').click()
    await expect(accountButton(page, 'albrecht')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Mein Tag' })).toBeVisible()
    await page
      .getByRole('link', { name: /^Hausaufgaben/ })
      .first()
      .click()
    await expect(page.getByText('Brüche S. 42').first()).toBeVisible()
  })
})

test.describe('a browser without SharedWorker', () => {
  test.use({ demoTime: 'wednesday' })

  test('runs the school in the page', async ({ page }) => {
    await signInAs(page, 'albrecht')
    expect(await page.evaluate(() => 'SharedWorker' in window)).toBe(false)
    await expect(grid(page)).toBeVisible()
    await makeToken(page, 'kept in the page')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Revoke kept in the page' })).toBeVisible()
  })
})

test('blocked storage shows a message', async ({ page }) => {
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
