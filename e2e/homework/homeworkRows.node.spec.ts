import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { expectRowsFit } from '../support/homeworkRows.ts'
import { enterAs } from '../support/signInAs.ts'

/** Texts of two lines at each width. */
const longTitle = 'Fractions p. 46, nos. 1–5, every step written down'

const widths = [360, 767, 768, 800, 900, 1024, 1279, 1280]

for (const language of ['en', 'de']) {
  test(`homework rows fit at ${widths.join(', ')} px, ${language}`, async ({ page, node }) => {
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

for (const { language, count } of [
  { language: 'en', count: /^Homework \d+ to mark in 8b$/ },
  { language: 'de', count: /^Hausaufgaben \d+ in 8b zu korrigieren$/ },
]) {
  test(`counts in rail and tab bar are uncut, ${language}`, async ({ page }) => {
    await enterAs(page)
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, language)
    await page.goto('/classes/1/homework')
    for (const width of [360, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const screens = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: count }) })
      await expect(screens.getByRole('link', { name: /^Chats \d+/ })).toBeVisible()
      expect(await screens.evaluate(cutTexts), `at ${width}`).toEqual([])
    }
  })
}

/** Runs in the page. Elements of 1 px are for screen readers. */
function cutTexts(nav: Element): (string | null)[] {
  return [...nav.querySelectorAll('a *')]
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)
}
