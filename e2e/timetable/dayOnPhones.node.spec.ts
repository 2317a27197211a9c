import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test } from '../support/fixtures.ts'
import { enterAs, grid } from '../support/signInAs.ts'

test('a phone opens the timetable with the day', { tag: '@main' }, async ({ page }) => {
  const week = page.getByRole('radio', { name: 'Week' })
  await enterAs(page, 'sommer', '/classes/1/files')
  await page.setViewportSize({ width: 360, height: 740 })
  await test.step('without a view in the URL', async () => {
    await page.getByRole('link', { name: 'Timetable', exact: true }).filter({ visible: true }).click()
    await expect(page.getByRole('radio', { name: 'Day' })).toBeChecked()
    await expect(page.getByRole('region', { name: /^Wednesday 18 November/ })).toBeInViewport()
    await expectAccessible(page, 'day on a phone')
  })
  await test.step('a chosen week remains after a reload', async () => {
    await page.getByText('Week', { exact: true }).click()
    await expect(grid(page)).toBeVisible()
    await expect(page).toHaveURL(/\/timetable\?view=week$/)
    await page.reload()
    await expect(grid(page)).toBeVisible()
    await expect(week).toBeChecked()
  })
  await test.step('a link to a week shows it', async () => {
    await page.goto('/classes/1/timetable?week=2026-W48&view=week')
    await expect(page.getByRole('columnheader', { name: /^Mon 23/ })).toBeVisible()
    await expect(week).toBeChecked()
  })
})
