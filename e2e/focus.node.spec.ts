import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { tabTo } from './keyboardOnly.ts'
import { enterAs } from './signInAs.ts'
import { button, drawer, type Float, floats, folder, homework, menu } from './whatFloats.ts'

/** Not on the page as a whole, and not out of sight. */
async function expectSomewhere(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement !== document.body && document.activeElement?.tagName),
    )
    .toBeTruthy()
}

test('what floats gives the focus back to what opened it, by keyboard alone', async ({ page, guard }) => {
  test.setTimeout(300_000)
  guard.allow(statusLines(403))
  await enterAs(page)
  for (const {
    name,
    at,
    opener,
    key = 'Enter',
    further = [],
    near,
    shown,
    width = 1280,
    back = opener,
  } of floats) {
    await test.step(name, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(at)
      if (near) await expect(near(page)).toBeVisible()
      await near?.(page).focus()
      await expect(opener(page)).toBeVisible()
      await opener(page).focus()
      await page.keyboard.press(key)
      for (const next of further) {
        await expect(page.locator('[role="menu"]:focus-within')).toHaveCount(1)
        await page.keyboard.press(next)
      }
      await expect(shown(page)).toBeVisible()
      await expect(opener(page)).not.toBeFocused()
      await page.keyboard.press('Escape')
      await expect(shown(page)).toHaveCount(0)
      await expect(back(page)).toBeFocused()
    })
  }
})

test('a press beside a question keeps the focus in it, and its keys work on', async ({ page }) => {
  await enterAs(page, 'albrecht', drawer)
  const remove = page.getByRole('button', { name: 'Remove yourself' })
  await remove.click()
  const question = page.getByRole('dialog', { name: /is deleted$/ })
  await expect(question).toBeVisible()
  await page.mouse.click(20, 20)
  await expectSomewhere(page)
  await expect.poll(() => question.evaluate(asked => asked.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
})

test('a press beside a menu closes it and leads back to its button', async ({ page }) => {
  await enterAs(page)
  const account = page.getByRole('button', { name: /Jana Albrecht/ })
  await account.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('heading', { level: 2 }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(account).toBeFocused()
})

test('a name that is taken asks again in another folder, and the focus stays on the page', async ({
  page,
  guard,
}) => {
  guard.allow(statusLines(422))
  await enterAs(page, 'albrecht', '/classes/1/files')
  await page.goto(folder)
  await page.getByRole('link', { name: 'Class files' }).first().click()
  await expect(page).toHaveURL(/files$/)
  await page.goBack()
  await expect(page).toHaveURL(/files\/3$/)
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan.') }
  await page.getByLabel('Choose files to upload').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('1 of 1 uploaded')).toBeVisible()
  await page.getByLabel('Choose files to upload').setInputFiles(file)
  const asked = page.getByRole('dialog', { name: '1 name is taken' })
  await expect(asked).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/files$/)
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expectSomewhere(page)
})

/** Every single key any screen has. */
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

test('no key of a screen runs while something floats above it', async ({ page }) => {
  await enterAs(page)
  const above: Pick<Float, 'name' | 'at' | 'opener' | 'shown'>[] = [
    ...floats.filter(({ name }) => ['the card of a lesson', 'the menu of a file', 'phrases'].includes(name)),
    { name: 'a menu over homework', at: homework, opener: button(/Jana Albrecht/), shown: menu },
  ]
  for (const { name, at, opener, shown } of above) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(at)
      await opener(page).focus()
      await page.keyboard.press('Enter')
      await expect(shown(page)).toBeVisible()
      // The focus is in it once it is where it will stay.
      await expect(opener(page)).not.toBeFocused()
      const [address, title] = [page.url(), await page.title()]
      for (const key of keys) await page.keyboard.press(key)
      await expect(shown(page)).toBeVisible()
      await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(1)
      expect([page.url(), await page.title()]).toEqual([address, title])
    })
  }
})

test('the view that is shown has the ring of the others', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/1/submissions')
  const ringOf = async (name: string) => {
    const view = page.getByRole('banner').getByRole('link', { name, exact: true })
    await tabTo(page, view)
    return view.evaluate(link => getComputedStyle(link).boxShadow)
  }
  await page.locator('main').focus()
  await page.keyboard.press('Shift+Tab')
  const banner = page.getByRole('banner')
  await tabTo(page, banner.getByRole('link', { name: 'Overview', exact: true }), 'Shift+Tab')
  const others = await ringOf('Overview')
  await tabTo(page, banner.getByRole('link', { name: 'Mark', exact: true }), 'Shift+Tab')
  expect(others).not.toBe('none')
  expect(await ringOf('Mark')).toBe(others)
})
