import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectFitting } from './fitting.ts'
import { test } from './fixtures.ts'
import { lesson, signInAs } from './signInAs.ts'

// Every screen is looked at before the Node host (phone and accessibility specs); here, what the demo adds above them.
for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test.describe(`at ${viewport.width} by ${viewport.height}`, () => {
    test.use({ demoTime: 'wednesday', viewport })

    test('the bar of the demo fits, and axe finds nothing', async ({ page }) => {
      await page.goto('/sign-in')
      await page.getByRole('button', { name: /^Continue/ }).waitFor()
      await expectFitting(page, 'sign-in')
      await expectAccessible(page, 'sign-in')
      await page.setViewportSize({ width: 1280, height: 800 })
      await signInAs(page)
      await page.setViewportSize(viewport)
      await expect(lesson(page, /./).first()).toBeVisible()
      await expectFitting(page, 'timetable')
      await expectAccessible(page, 'timetable')
    })
  })
}
