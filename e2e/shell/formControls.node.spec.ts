import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { chooseInRowMenu } from '../support/homeworkRowMenu.ts'
import { password } from '../support/people.ts'
import { enterAs } from '../support/signInAs.ts'

test('homework form: draft, note, due date, file; token form', async ({ page }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'albrecht', '/classes/1/homework/new')
  const form = page.getByRole('dialog', { name: 'New homework' })

  await test.step('a draft is kept until “Start again”', async () => {
    await form.getByLabel('Task').fill('Begun and not set')
    await expect(form.getByText(/^Draft (?:saved|kept)/)).toBeVisible()
    for (const button of ['Close', 'Cancel']) {
      await form.getByRole('button', { name: button }).click()
      await expect(form).toHaveCount(0)
      await page.getByRole('banner').getByRole('link', { name: 'New homework' }).click()
      await expect(form.getByLabel('Task')).toHaveValue('Begun and not set')
    }
    await form.getByRole('button', { name: 'Start again' }).click()
    await expect(form.getByLabel('Task')).toHaveValue('')
  })

  await test.step('homework with note, due date and file is created', async () => {
    await form.getByLabel('Subject').selectOption('Maths')
    await form.getByLabel('Task').fill('Fractions p. 60')
    await form.getByLabel('Note').fill('Only the even ones.')
    await form.getByLabel('Due on').fill('2026-12-04')
    const choosing = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Add files' }).click()
    await (await choosing).setFiles({ name: 'even.txt', mimeType: 'text/plain', buffer: Buffer.from('2, 4') })
    await expect(form.getByText('even.txt')).toBeVisible()
    await form.getByRole('button', { name: 'Set homework' }).click()
    await expect(form).toHaveCount(0)
    await chooseInRowMenu(page, 'Fractions p. 60', 'Change')
    const change = page.getByRole('dialog', { name: 'Change homework' })
    await expect(change.getByLabel('Note')).toHaveValue('Only the even ones.')
    await expect(change.getByLabel('Due on')).toHaveValue('04/12/2026')
  })

  await test.step('a token with scopes and expiry is created', async () => {
    await page.goto('/settings/tokens')
    await page.getByLabel('What is it for?').fill('Points into a sheet')
    await page.getByRole('checkbox', { name: /^Read and send messages/ }).check()
    await page.getByRole('checkbox', { name: /^The classes you belong to/ }).check()
    await page.getByRole('radio', { name: '30 days' }).check()
    await page.getByLabel('Login name').fill('albrecht')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Points into a sheet' })
    await expect(row).toContainText('chats.messages')
    await expect(row).toContainText(/18 Dec/)
  })
})
