import { expect, type Page } from '@playwright/test'
import { correctionText, openDesk } from '../support/desk.ts'
import { expectBeside, expectReachable, type WindowSize, windowSizes } from '../support/expectBeside.ts'
import { test } from '../support/fixtures.ts'
import { accountButton, enterAs } from '../support/signInAs.ts'

const formatSize = ({ width, height }: WindowSize) => `${width} x ${height}`
const menu = (page: Page) => page.getByRole('menu')
const isPhone = ({ width }: WindowSize) => width < 768

async function checkFileMenu(page: Page, size: WindowSize): Promise<void> {
  await page.setViewportSize(size)
  await page.goto('/classes/1/files')
  const rows = page.locator('[data-entry]')
  await expect(rows.first()).toBeVisible()
  for (const row of [rows.first(), rows.nth(2)]) {
    const button = row.getByRole('button', { name: /^Actions for/ })
    await row.hover()
    await button.click()
    await expectBeside(page, menu(page), button, `files ${formatSize(size)}`)
    await expectReachable(menu(page).getByRole('menuitem'))
    await button.click()
    await expect(menu(page)).toHaveCount(0)
  }
  const first = rows.first()
  await first.click({ button: 'right', position: { x: 30, y: 10 } })
  const box = await first.boundingBox()
  await expectBeside(page, menu(page), { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 10 }, 'right click')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expectBeside(page, menu(page), first, 'by key')
  await menu(page).getByRole('menuitem', { name: 'Select' }).click()
  await expect(first.getByRole('checkbox')).toBeChecked()
}

async function checkHomeworkMenus(page: Page, size: WindowSize): Promise<void> {
  await page.setViewportSize(size)
  await page.goto('/classes/1/homework')
  const buttons = page.getByRole('button', { name: /^More for “/ })
  await expect(buttons.first()).toBeVisible()
  for (const button of [buttons.first(), buttons.last()]) {
    await button.click()
    await expectBeside(page, menu(page), button, `homework ${formatSize(size)}`)
    await expectReachable(menu(page).getByRole('menuitem'))
    await button.click()
    await expect(menu(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  }
}

async function openTimetable(page: Page, view: 'week' | 'day', size: WindowSize): Promise<void> {
  await page.setViewportSize(size)
  await page.goto(`/classes/1/timetable?view=${view}`)
  await expect(page.locator('[data-lesson]').first()).toBeVisible()
}

async function checkLessonCards(page: Page, view: 'week' | 'day', size: WindowSize): Promise<void> {
  const lessons = page.locator('[data-lesson]')
  for (const lesson of [lessons.first(), lessons.last()]) {
    await lesson.click()
    const card = page.getByRole('dialog')
    await expect(card).toBeFocused()
    await expect(card).toContainText('Set homework')
    // On phones the card is a bottom sheet above the tab bar.
    const anchor = isPhone(size) ? page.getByRole('navigation').last() : lesson
    await expectBeside(page, card, anchor, `card in the ${view}, ${formatSize(size)}`)
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
  }
}

async function checkShellMenus(page: Page, size: WindowSize): Promise<void> {
  const buttons = isPhone(size)
    ? [page.getByRole('button', { name: 'More', exact: true }), page.getByRole('button', { name: '8b' })]
    : [accountButton(page, 'albrecht'), page.getByRole('button', { name: /8b/ }).first()]
  for (const button of buttons) {
    await button.click()
    await expectBeside(page, menu(page), button, `shell ${formatSize(size)}`)
    await expectReachable(menu(page).getByRole('menuitem'))
    await button.click()
    await expect(menu(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  }
}

async function checkPhrases(page: Page, sizes: readonly WindowSize[]): Promise<void> {
  await openDesk(page, 1, 1)
  await correctionText(page).fill('Well explained, every step is there.')
  for (const size of sizes) {
    await page.setViewportSize(size)
    const button = page.getByRole('button', { name: /^Phrases/ })
    await button.click()
    const phrases = page.getByRole('dialog', { name: 'Phrases' })
    await expectBeside(page, phrases, button, `Phrases ${formatSize(size)}`)
    await expect(page.getByRole('combobox', { name: 'Find a phrase' })).toBeFocused()
    await button.click()
    await expect(phrases).toHaveCount(0)
  }
}

async function checkMenuOfFilteredRow(page: Page): Promise<void> {
  const row = page.locator('[data-entry]').first()
  const filter = page.getByRole('searchbox', { name: 'Filter' })
  const openers = [
    () => row.getByRole('button', { name: /^Actions for/ }).click(),
    () => row.click({ button: 'right', position: { x: 30, y: 10 } }),
  ]
  for (const open of openers) {
    await row.hover()
    await open()
    await expect(menu(page)).toBeVisible()
    // As a screen reader does, without a press.
    await filter.fill('no file has this name')
    await expect(page.locator('[data-entry]')).toHaveCount(0)
    await expect(menu(page)).toHaveCount(0)
    await expect(filter).toBeFocused()
    await filter.fill('')
    await expect(filter).toBeFocused()
  }
}

const [desk, phone, ...otherSizes] = windowSizes

test('menus, cards and Phrases open inside the window', async ({ page }) => {
  test.setTimeout(240_000)
  if (!desk || !phone) throw new Error('no window sizes')
  await enterAs(page)
  for (const size of [desk, phone]) {
    await test.step(formatSize(size), async () => {
      await openTimetable(page, 'week', size)
      await checkLessonCards(page, 'week', size)
      await checkShellMenus(page, size)
      await checkFileMenu(page, size)
      await checkHomeworkMenus(page, size)
    })
  }
  await test.step('filtering out a row closes its menu', async () => {
    await page.setViewportSize(desk)
    await page.goto('/classes/1/files')
    await checkMenuOfFilteredRow(page)
  })
  await test.step('Phrases', () => checkPhrases(page, [desk, phone]))
})

test('lesson cards fit in the day view', async ({ page }) => {
  await enterAs(page)
  for (const size of [...windowSizes, { width: 1024, height: 600 }]) {
    await openTimetable(page, 'day', size)
    await checkLessonCards(page, 'day', size)
  }
})

test('menus, cards and Phrases open inside low windows', async ({ page }) => {
  test.setTimeout(240_000)
  await enterAs(page)
  for (const size of [...otherSizes, { width: 1024, height: 600 }]) {
    await openTimetable(page, 'week', size)
    await checkLessonCards(page, 'week', size)
  }
  for (const size of [...otherSizes, { width: 900, height: 420 }, { width: 1280, height: 420 }]) {
    await openTimetable(page, 'week', size)
    await checkShellMenus(page, size)
  }
  for (const size of otherSizes) await checkFileMenu(page, size)
  await page.setViewportSize(desk ?? { width: 1280, height: 800 })
  await checkPhrases(page, otherSizes)
})
