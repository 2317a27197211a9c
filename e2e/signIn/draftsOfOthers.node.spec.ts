import { expect, type Page } from '@playwright/test'
import { correctionText, enterAtDesk, expectDraftSaved } from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { hour, minute } from '../support/schoolClock.ts'
import { accountButton, allowOnAuthorizePage, enterAs } from '../support/signInAs.ts'

const ended = (page: Page) => page.getByRole('dialog', { name: 'You were signed out' })

const signOut = async (page: Page) => {
  await accountButton(page, 'sommer').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
}

const signInHere = async (page: Page, login: 'albrecht' | 'sommer') => {
  await page.getByRole('button', { name: /^Continue/ }).click()
  await allowOnAuthorizePage(page, login)
  await expect(accountButton(page, login)).toBeVisible()
}

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').sort())

test('a draft survives “Use another account”, invisible to others', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.allow(statusErrors(401, 403))
  await enterAtDesk(page, 1, 1)
  const desk = page.url()
  await correctionText(page).fill('Half a sentence')
  await expectDraftSaved(page)
  const other = await context.newPage()
  await other.goto(desk)
  await expect(other.getByText('Half a sentence')).toBeVisible()
  await advanceClocks(context, host, 2 * hour)
  await advanceClocks(context, host, 5 * minute)
  await expect(ended(page)).toBeVisible()
  await ended(page).getByRole('button', { name: 'Use another account' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
  }
  await other.close()

  await signInHere(page, 'sommer')
  await page.goto(desk)
  await expect(accountButton(page, 'sommer')).toBeVisible()
  await expect(page.getByText('Half a sentence')).toHaveCount(0)
  await signOut(page)
  expect(await databases(page)).toEqual([expect.stringMatching(/^staffroom\.delivery\.1\./)])

  await signInHere(page, 'albrecht')
  await page.goto(desk)
  await expect(correctionText(page)).toHaveValue('Half a sentence')
})

test('sign-out on a shared computer removes all data of the user', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/new')
  await page.getByLabel('Task').fill('Half a sentence')
  await expect(page.getByText(/^Draft (?:saved|kept)/)).toBeVisible()
  await page.keyboard.press('Escape')
  await accountButton(page, 'albrecht').click()
  await page.getByRole('menuitemcheckbox', { name: /^Shared computer/ }).click()
  const menu = page.getByRole('menu')
  if (!(await menu.isVisible())) await accountButton(page, 'albrecht').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out and lose this?' })
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
  await expect.poll(() => databases(page)).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).filter(key => /:1:/.test(key)))).toEqual([])
})
