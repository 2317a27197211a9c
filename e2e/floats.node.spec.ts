import { expect, type Page } from '@playwright/test'
import { correctionText, openDesk } from './desk.ts'
import { test } from './fixtures.ts'
import { expectBeside, expectReachable, windowSizes } from './floating.ts'
import { accountOf, enterAs } from './signInAs.ts'

const said = ({ width, height }: { width: number; height: number }) => `${width} x ${height}`
const menu = (page: Page) => page.getByRole('menu')
const isPhone = ({ width }: { width: number }) => width < 768

test('the menu of a file opens at its button, at its row and where it was pointed at', async ({ page }) => {
  await enterAs(page)
  for (const size of windowSizes) {
    await test.step(said(size), async () => {
      await page.setViewportSize(size)
      await page.goto('/classes/1/files')
      const rows = page.locator('[data-entry]')
      await expect(rows.first()).toBeVisible()
      for (const row of [rows.first(), rows.nth(2)]) {
        const button = row.getByRole('button', { name: /^Actions for/ })
        await row.hover()
        await button.click()
        await expectBeside(page, menu(page), button, `files ${said(size)}`)
        await expectReachable(menu(page).getByRole('menuitem'))
        // The button that opened it closes it.
        await button.click()
        await expect(menu(page)).toHaveCount(0)
      }
      const first = rows.first()
      await first.click({ button: 'right', position: { x: 30, y: 10 } })
      const box = await first.boundingBox()
      await expectBeside(page, menu(page), { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 10 }, 'pointed at')
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
      await expect(first).toBeFocused()
      await page.keyboard.press('Shift+F10')
      await expectBeside(page, menu(page), first, 'by key')
      await menu(page).getByRole('menuitem', { name: 'Select' }).click()
      await expect(first.getByRole('checkbox')).toBeChecked()
    })
  }
})

for (const view of ['week', 'day']) {
  test(`the card of a lesson stands beside it in the ${view}`, async ({ page }) => {
    await enterAs(page)
    for (const size of [...windowSizes, { width: 1024, height: 600 }]) {
      await test.step(said(size), async () => {
        await page.setViewportSize(size)
        await page.goto(`/classes/1/timetable?view=${view}`)
        const lessons = page.locator('[data-lesson]')
        await expect(lessons.first()).toBeVisible()
        for (const lesson of [lessons.first(), lessons.last()]) {
          await lesson.click()
          const card = page.getByRole('dialog')
          await expect(card).toBeFocused()
          await expect(card).toContainText('Set homework')
          // On phones a sheet at the foot, above the tabs.
          const where = isPhone(size) ? page.getByRole('navigation').last() : lesson
          await expectBeside(page, card, where, `card in the ${view}, ${said(size)}`)
          await page.keyboard.press('Escape')
          await expect(card).toHaveCount(0)
        }
      })
    }
  })
}

test('the menu of a file goes with its row', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/files')
  const row = page.locator('[data-entry]').first()
  const filter = page.getByRole('searchbox', { name: 'Filter' })
  const ways = [
    () => row.getByRole('button', { name: /^Actions for/ }).click(),
    () => row.click({ button: 'right', position: { x: 30, y: 10 } }),
  ]
  for (const open of ways) {
    await row.hover()
    await open()
    await expect(menu(page)).toBeVisible()
    // Without a press, as a screen reader brings somebody to a field.
    await filter.fill('nothing is called so')
    await expect(page.locator('[data-entry]')).toHaveCount(0)
    await expect(menu(page)).toHaveCount(0)
    await expect(filter).toBeFocused()
    await filter.fill('')
    await expect(filter).toBeFocused()
  }
})

test('the menus of the shell stand over the screen, whole, and their buttons close them', async ({
  page,
}) => {
  await enterAs(page)
  for (const size of [...windowSizes, { width: 900, height: 420 }, { width: 1280, height: 420 }]) {
    await test.step(said(size), async () => {
      await page.setViewportSize(size)
      await page.goto('/classes/1/timetable?view=week')
      await expect(page.locator('[data-lesson]').first()).toBeVisible()
      const buttons = isPhone(size)
        ? [page.getByRole('button', { name: 'More', exact: true }), page.getByRole('button', { name: '8b' })]
        : [accountOf(page, 'albrecht'), page.getByRole('button', { name: /8b/ }).first()]
      for (const button of buttons) {
        await button.click()
        await expectBeside(page, menu(page), button, `shell ${said(size)}`)
        await expectReachable(menu(page).getByRole('menuitem'))
        await button.click()
        await expect(menu(page)).toHaveCount(0)
        await expect(button).toBeFocused()
      }
    })
  }
})

test('Phrases opens inside the window, and its button closes it', async ({ page }) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  await correctionText(page).fill('Well explained, every step is there.')
  for (const size of windowSizes) {
    await test.step(said(size), async () => {
      await page.setViewportSize(size)
      const button = page.getByRole('button', { name: /^Phrases/ })
      await button.click()
      const phrases = page.getByRole('dialog', { name: 'Phrases' })
      await expectBeside(page, phrases, button, `Phrases ${said(size)}`)
      await expect(page.getByRole('combobox', { name: 'Find a phrase' })).toBeFocused()
      await button.click()
      await expect(phrases).toHaveCount(0)
    })
  }
})
