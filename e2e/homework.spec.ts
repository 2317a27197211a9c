import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { accountOf, enterAs, lesson } from './signInAs.ts'

test.use({ demoTime: 'wednesday' })

const form = (page: Page) => page.getByRole('dialog', { name: 'New homework' })

test('homework is set for the next lesson, and its pupil sees it', async ({ page, host, openBrowser }) => {
  await enterAs(page)
  await page.getByRole('link', { name: 'Homework' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible()
  await page
    .getByRole('link', { name: 'New homework' })
    .or(page.getByRole('button', { name: 'New homework' }))
    .first()
    .click()
  await form(page).getByLabel('Subject').selectOption({ label: 'Maths' })
  await form(page).getByLabel('Task').fill('Fractions p. 48, nos. 1 and 2')
  const next = form(page).getByRole('button', { name: /^Next Maths lesson: / })
  await next.click()
  await expect(next).toHaveAttribute('aria-pressed', 'true')
  await form(page).getByLabel('Can be handed in').check()
  await form(page).getByLabel('Maximum points').fill('7,5')
  await form(page).getByRole('button', { name: 'Set homework' }).click()
  await expect(form(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Fractions p. 48, nos. 1 and 2', exact: true })).toBeVisible()
  // In the demo every browser has a school of its own.
  if (!host.node) return
  const pupil = await (await openBrowser()).newPage()
  await enterAs(pupil, 'sommer', '/classes/1/homework')
  await pupil.getByRole('link', { name: 'Fractions p. 48, nos. 1 and 2', exact: true }).click()
  await expect(pupil.getByRole('button', { name: 'Hand in', exact: true })).toBeVisible()
})

test('a lesson leads to the homework of its next one', { tag: '@node' }, async ({ page }) => {
  await enterAs(page)
  await lesson(page, /^Maths.*Note/)
    .first()
    .click()
  await page.getByRole('link', { name: 'Set homework for the next lesson' }).click()
  await expect(form(page)).toBeVisible()
  await expect(form(page).getByLabel('Subject').locator('option:checked')).toHaveText('Maths')
  await expect(form(page).getByLabel('Due on')).not.toHaveValue('')
})

test('a form that was left by a reload is as it was', { tag: '@node' }, async ({ page }) => {
  await enterAs(page)
  await page.goto('/classes/1/homework/new')
  await form(page).getByLabel('Task').fill('Begun and not set')
  await expect(form(page).getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  // In the demo a reloaded tab is signed in as before.
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await expect(form(page).getByLabel('Task')).toHaveValue('Begun and not set')
})
