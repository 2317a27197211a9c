import { expect, type Page } from '@playwright/test'
import { correctionText, draftSaved, enterAtDesk } from '../support/desk.ts'
import { pass, test } from '../support/fixtures.ts'
import { statusLines } from '../support/guard.ts'
import { hour, minute } from '../support/schoolClock.ts'
import { accountOf, allowAs } from '../support/signInAs.ts'

const ended = (page: Page) => page.getByRole('dialog', { name: 'You were signed out' })

const signOut = async (page: Page) => {
  await accountOf(page, 'sommer').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
}

const signInHere = async (page: Page, login: 'albrecht' | 'sommer') => {
  await page.getByRole('button', { name: /^Continue/ }).click()
  await allowAs(page, login)
  await expect(accountOf(page, login)).toBeVisible()
}

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').sort())

test('a draft outlives “Use another account” in every tab, and no other user sees it', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.allow(statusLines(401, 403))
  await enterAtDesk(page, 1, 1)
  const desk = page.url()
  await correctionText(page).fill('Half a sentence')
  await draftSaved(page)
  const other = await context.newPage()
  await other.goto(desk)
  await expect(other.getByText('Half a sentence')).toBeVisible()
  await pass(context, host, 2 * hour)
  await pass(context, host, 5 * minute)
  await expect(ended(page)).toBeVisible()
  await ended(page).getByRole('button', { name: 'Use another account' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
  }
  await other.close()

  await signInHere(page, 'sommer')
  await page.goto(desk)
  await expect(accountOf(page, 'sommer')).toBeVisible()
  await expect(page.getByText('Half a sentence')).toHaveCount(0)
  await signOut(page)
  expect(await databases(page)).toEqual([expect.stringMatching(/^staffroom\.outbox\.1\./)])

  await signInHere(page, 'albrecht')
  await page.goto(desk)
  await expect(correctionText(page)).toHaveValue('Half a sentence')
})
