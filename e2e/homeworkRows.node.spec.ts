import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectRowsFit } from './homeworkRows.ts'
import { enterAs } from './signInAs.ts'

// homeworkFromElsewhere.node.spec.ts checks one desk and one phone in English.
for (const language of ['en', 'de']) {
  test(`homework rows fit at every width, ${language}`, { tag: '@rest' }, async ({ page }) => {
    await enterAs(page)
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, language)
    await page.goto('/classes/1/homework')
    await expect(page.locator('[data-homework] a[data-open]').first()).toBeVisible()
    await expectRowsFit(page, [360, 767, 768, 800, 900, 1023, 1024, 1280])
  })
}
