import { expect } from '@playwright/test'
import { correctionText, heldOf, openDesk, pointsField, pupilOpen, returnNext } from './desk.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { enterAs } from './signInAs.ts'

test.use({ server: { args: ['--documented-only'] } })

// The endpoints that api.md does not have answer 404, and Chromium writes a line of each.
test.beforeEach(({ guard }) => guard.allow(statusLines(404)))

test('homework is opened by its number, set, and remembered', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  await page.getByLabel('Number of the homework').fill('1')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Fractions p. 42', exact: true })).toBeVisible()
  await page.goto('/classes/1/homework/new?subject=1')
  const form = page.getByRole('dialog', { name: 'New homework' })
  await form.getByLabel('What is to be done').fill('Fractions p. 50')
  await form.getByRole('button', { name: /^Next .+ lesson: / }).click()
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(page.getByRole('link', { name: 'Fractions p. 50', exact: true })).toBeVisible()
  await page.reload()
  for (const text of ['Fractions p. 42', 'Fractions p. 50']) {
    await expect(page.getByRole('link', { name: text, exact: true })).toBeVisible()
  }
})

test('a correction goes with text and points', async ({ page, node }) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  const name = (await pupilOpen(page).textContent()) ?? ''
  await correctionText(page).fill('Right and clearly written.')
  await pointsField(page).fill('12,5')
  await returnNext(page).click()
  await expect
    .poll(() => heldOf(node, 1, name))
    .toMatchObject({ teacher_correction: 'Right and clearly written.', points: 12.5, corrections: 1 })
})

test('what needs an upload says that this service does not offer it', async ({ page, node }) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  const name = (await pupilOpen(page).textContent()) ?? ''
  await correctionText(page).fill('See the file.')
  await page
    .locator('aside input[type="file"]')
    .setInputFiles({ name: 'solution.txt', mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') })
  await expect(page.getByText('solution.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Return and stay here' }).click()
  await expect(page.getByText(/your school’s service takes none/)).toBeVisible()
  await expect.poll(() => heldOf(node, 1, name)?.teacher_correction).toBe('See the file.')
})
