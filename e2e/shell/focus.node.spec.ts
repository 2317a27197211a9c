import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { drawer, type Float, floats } from '../support/floats.ts'
import { statusErrors } from '../support/guard.ts'
import { tabTo } from '../support/keyboardOnly.ts'
import { enterAs } from '../support/signInAs.ts'

async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement !== document.body && document.activeElement?.tagName),
    )
    .toBeTruthy()
}

/** Every single-key shortcut. */
const keys = [
  'ArrowRight',
  'ArrowLeft',
  't',
  'd',
  'w',
  'j',
  'k',
  'n',
  'N',
  'c',
  'p',
  '/',
  'x',
  'Backspace',
  '?',
]

const withScreenKeys = [
  'the card of a lesson',
  'the menu of a file',
  'the menu of homework',
  'phrases',
  'the account menu over homework',
]

/** Opens each float by keyboard, closes it with Escape. Loads a page only when it changes. */
async function checkFloats(page: Page, checked: readonly Float[]): Promise<void> {
  let loaded = ''
  const byPage = checked.toSorted((a, b) => a.at.localeCompare(b.at))
  for (const float of byPage) {
    const { name, at, opener, shownElement, width = 1280, focusAfter = opener } = float
    await test.step(name, async () => {
      await page.setViewportSize({ width, height: 800 })
      if (at !== loaded) await page.goto(at)
      loaded = at
      await open(page, float)
      if (withScreenKeys.includes(name)) await pressScreenKeys(page, shownElement(page))
      await page.keyboard.press('Escape')
      await expect(shownElement(page)).toHaveCount(0)
      await expect(focusAfter(page)).toBeFocused()
    })
  }
}

async function open(page: Page, float: Float): Promise<void> {
  const { opener, key = 'Enter', moreKeys = [], focusFirst, shownElement } = float
  if (focusFirst) await expect(focusFirst(page)).toBeVisible()
  await focusFirst?.(page).focus()
  await expect(opener(page)).toBeVisible()
  await opener(page).focus()
  await page.keyboard.press(key)
  for (const next of moreKeys) {
    await expect(page.locator('[role="menu"]:focus-within')).toHaveCount(1)
    await page.keyboard.press(next)
  }
  await expect(shownElement(page)).toBeVisible()
  await expect(opener(page)).not.toBeFocused()
}

/** Presses every shortcut and expects that no action runs. */
async function pressScreenKeys(page: Page, float: Locator): Promise<void> {
  // Without the number of unread messages, which may appear meanwhile.
  const getTitle = async () => (await page.title()).replace(/^\(\d+\+?\) /, '')
  const [address, title] = [page.url(), await getTitle()]
  for (const key of keys) await page.keyboard.press(key)
  await expect(float).toBeVisible()
  await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(1)
  expect([page.url(), await getTitle()]).toEqual([address, title])
}

test('floats block shortcuts, and return the focus', async ({ page, guard }) => {
  test.setTimeout(300_000)
  guard.allow(statusErrors(403))
  await enterAs(page)
  await checkFloats(
    page,
    floats.filter(({ width }) => width === undefined),
  )
  await test.step('a click outside keeps the focus in a confirmation', async () => {
    await page.goto(drawer)
    const remove = page.getByRole('button', { name: 'Remove yourself' })
    await remove.click()
    const question = page.getByRole('dialog', { name: /is deleted$/ })
    await expect(question).toBeVisible()
    await page.mouse.click(20, 20)
    await expectFocusKept(page)
    await expect.poll(() => question.evaluate(element => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(remove).toBeFocused()
  })
  await test.step('the current view has the usual focus ring', async () => {
    await page.goto('/classes/1/homework/1/submissions')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Mark', exact: true })).toBeVisible()
    const ringOf = async (name: string) => {
      const view = page.getByRole('banner').getByRole('link', { name, exact: true })
      await tabTo(page, view)
      return view.evaluate(link => getComputedStyle(link).boxShadow)
    }
    await page.locator('main').focus()
    await page.keyboard.press('Shift+Tab')
    const banner = page.getByRole('banner')
    await tabTo(page, banner.getByRole('link', { name: 'Overview', exact: true }), 'Shift+Tab')
    const overviewRing = await ringOf('Overview')
    await tabTo(page, banner.getByRole('link', { name: 'Mark', exact: true }), 'Shift+Tab')
    expect(overviewRing).not.toBe('none')
    expect(await ringOf('Mark')).toBe(overviewRing)
  })
})

test('floats in narrow windows return the focus', async ({ page, guard }) => {
  guard.allow(statusErrors(403))
  await enterAs(page)
  await checkFloats(
    page,
    floats.filter(({ width }) => width !== undefined),
  )
})

test('Back closes each float and nothing else', async ({ page, guard }) => {
  test.setTimeout(300_000)
  guard.allow(statusErrors(403))
  await enterAs(page)
  for (const float of floats.toSorted((a, b) => a.at.localeCompare(b.at))) {
    await test.step(float.name, async () => {
      await page.setViewportSize({ width: float.width ?? 1280, height: 800 })
      await page.goto(float.at)
      await open(page, float)
      await page.goBack()
      await expect(float.shownElement(page)).toHaveCount(0)
      expect(page.url().endsWith(float.at)).toBe(true)
    })
  }
})

test('a name conflict in another folder keeps the focus', async ({ page, guard }) => {
  guard.allow(statusErrors(422))
  await enterAs(page, 'albrecht', '/classes/1/files')
  await page.getByRole('link', { name: 'Maths' }).first().click()
  await expect(page).toHaveURL(/files\/2$/)
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan.') }
  await page.getByLabel('Choose files to upload').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('1 of 1 uploaded')).toBeVisible()
  await page.getByLabel('Choose files to upload').setInputFiles(file)
  const conflictDialog = page.getByRole('dialog', { name: '1 name is taken' })
  await expect(conflictDialog).toBeVisible()
  // As with a long press on Back. The first entry is that of the dialog.
  await page.evaluate(() => history.go(-2))
  await expect(page).toHaveURL(/files$/)
  await expect(conflictDialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(conflictDialog).toHaveCount(0)
  await expectFocusKept(page)
})
