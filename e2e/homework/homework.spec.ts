import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { newHomeworkForm, setHomework } from '../support/setHomework.ts'
import { accountButton, enterAs } from '../support/signInAs.ts'

test.use({ demoTime: 'wednesday' })

// pupil.node.spec.ts covers the Node host.
test('homework is set for the next lesson', async ({ page }) => {
  await enterAs(page)
  await setHomework(page, 'Fractions p. 48, nos. 1 and 2')
})

test('a reload restores new homework', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/new')
  const form = newHomeworkForm(page)
  await form.getByLabel('Task').fill('Begun and not set')
  await expect(form.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await expect(form.getByLabel('Task')).toHaveValue('Begun and not set')
})
