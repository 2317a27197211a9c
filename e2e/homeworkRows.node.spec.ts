import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectRowsFit } from './homeworkRows.ts'
import { enterAs } from './signInAs.ts'

/** Takes two lines at each of the widths. */
const longTitle = 'Fractions p. 46, nos. 1–5, every step written down'

for (const { language, widths, tag } of [
  { language: 'en', widths: [360, 1280], tag: [] },
  { language: 'en', widths: [767, 768, 800, 900, 1024, 1215, 1216], tag: '@rest' },
  { language: 'de', widths: [360, 767, 768, 800, 900, 1024, 1215, 1216, 1280], tag: '@rest' },
]) {
  test(`homework rows fit at ${widths.join(', ')} px, ${language}`, { tag }, async ({ page, node }) => {
    node.withSchool(database => database.prepare('update homeworks set text = ? where id = 1').run(longTitle))
    await enterAs(page)
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, language)
    await page.goto('/classes/1/homework')
    await expect(page.locator('[data-homework] a[data-open]').first()).toBeVisible()
    await expectRowsFit(page, widths)
  })
}
