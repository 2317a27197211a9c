import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectRowsFit } from './homeworkRows.ts'
import { enterAs } from './signInAs.ts'

for (const { language, widths, tag } of [
  { language: 'en', widths: [360, 1280], tag: [] },
  { language: 'en', widths: [767, 768, 800, 900, 1023, 1024], tag: '@rest' },
  { language: 'de', widths: [360, 767, 768, 800, 900, 1023, 1024, 1280], tag: '@rest' },
]) {
  test(`homework rows fit at ${widths.join(', ')} px, ${language}`, { tag }, async ({ page }) => {
    await enterAs(page)
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, language)
    await page.goto('/classes/1/homework')
    await expect(page.locator('[data-homework] a[data-open]').first()).toBeVisible()
    await expectRowsFit(page, widths)
  })
}
