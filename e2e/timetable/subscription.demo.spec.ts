import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { grid, signInAs } from '../support/signInAs.ts'

test('the demo offers no address, and says why', async ({ page }) => {
  await signInAs(page)
  await expect(grid(page)).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to the timetable' })
  await expect(dialog).toContainText('This demo runs inside the browser')
  await expect(dialog.getByRole('button', { name: 'Create address' })).toHaveCount(0)
})
