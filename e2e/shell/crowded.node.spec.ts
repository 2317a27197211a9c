import { expect, type Page } from '@playwright/test'
import { expectCrowdedWeekReadable } from '../support/crowdedWeek.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

// The class with faults has a crowded week.
test.use({ faults: true })

// timetable.node.spec.ts checks a desktop and a phone in English.
for (const language of ['en', 'de']) {
  test(`crowded substitutions are readable at every width, ${language}`, async ({ page }) => {
    await enterAs(page, 'kern')
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, language)
    await expectCrowdedWeekReadable(page, [1280, 1024, 768, 360])
  })

  test(`tags, roles and palette are uncut, ${language}`, async ({ page }) => {
    await enterAs(page, 'albrecht', '/classes/1/timetable')
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, language)
    await page.reload()
    const current = page.locator('[data-lesson][aria-current="time"]')
    const cancelled = page.locator('td [data-lesson][data-kind="cancelled"]').first()
    await test.step('a current lesson with note', async () => {
      await expect(current).toBeVisible()
      for (const width of [1280, 1024, 768, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => cutTexts(page, '[data-lesson][aria-current="time"]'), `${width}`).toEqual([])
      }
    })
    await test.step('the old value of a parallel lesson comes first', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      const getLeft = async (name: string) => (await cancelled.locator(name).last().boundingBox())?.x ?? 0
      await expect.poll(async () => (await getLeft('del')) < (await getLeft('[data-changed]'))).toBe(true)
    })
    await test.step('print omits the remaining time', async () => {
      const tag = current.locator('[data-variant="new"]')
      await expect(tag).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(tag).toBeHidden()
      await page.emulateMedia({ media: null })
    })
    await test.step('a person in the palette on a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox')
      await expect(field).toBeFocused()
      // Browsers count placeholders in the scroll width.
      expect(await field.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
      await page.keyboard.type('mika sommer')
      await expect(page.getByRole('option')).toHaveCount(1)
      expect(await cutTexts(page, '[role="option"]')).toEqual([])
      await page.keyboard.press('Escape')
    })
    await test.step('the roles in the access drawer', async () => {
      await page.goto('/classes/1/homework')
      await page.locator('main [aria-haspopup="menu"]').first().click()
      await page.getByRole('menuitem').nth(1).click()
      const roles = page.getByRole('dialog').getByRole('listitem').locator('[aria-haspopup="menu"]')
      await expect(roles).toHaveCount(3)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => cutTexts(page, '[role="dialog"] li button'), `${width}`).toEqual([])
      }
    })
  })
}

/** Visible texts cut off with an ellipsis inside matching elements. */
const cutTexts = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(elements =>
    elements
      .flatMap(element => [...element.querySelectorAll<HTMLElement>('*')])
      .filter(part => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
      .filter(part => getComputedStyle(part).overflowX === 'hidden')
      .map(part => part.textContent ?? ''),
  )
