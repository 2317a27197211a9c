import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { password } from './people.ts'
import { accountOf, enterAs, grid, lesson } from './signInAs.ts'

// What stands around every screen and on the timetable, each used for what it is there for.

/** A choice of language or theme leaves the menu open. */
const openAccount = async (page: Page) => {
  if (!(await page.getByRole('menu').isVisible())) await accountOf(page, 'albrecht').click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const html = (page: Page) => page.locator('html')

test('language and theme are chosen before anybody is known', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByRole('heading', { name: 'Melde dich mit deinem Schulkonto an' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
})

test('the account menu sets language and theme, and they stay', async ({ page }) => {
  await enterAs(page)
  await openAccount(page)
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await openAccount(page)
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
  await openAccount(page)
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Stundenplan' })).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
  await openAccount(page)
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await openAccount(page)
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(html(page)).toHaveAttribute('lang', 'en')
})

test('the account menu leads to the tokens and to the shortcuts, which can be switched off', async ({
  page,
}) => {
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByRole('checkbox', { name: /^Use single-key shortcuts/ }).uncheck()
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toHaveCount(0)
  await page.keyboard.press('d')
  await page.keyboard.press('?')
  await expect(grid(page)).toBeVisible()
  await expect(list).toHaveCount(0)
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await list.getByRole('checkbox', { name: /^Use single-key shortcuts/ }).check()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('d')
  await expect(page.getByRole('radio', { name: 'Day' })).toBeChecked()
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Personal access tokens' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Personal access tokens' })).toBeVisible()
})

test('the screens are reached from the rail, and from the bar of a phone', async ({ page }) => {
  await enterAs(page)
  for (const [name, title] of [
    ['Files', 'Files'],
    ['Homework', 'Homework'],
    ['Access', 'Access'],
    ['Timetable', 'Timetable'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Files' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
})

test('weeks, days and breaks of the timetable, by mouse', async ({ page }) => {
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  const title = (name: RegExp) => page.getByRole('heading', { level: 2, name })
  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(title(/week 48/)).toBeVisible()
  await page.getByRole('button', { name: 'Week before' }).click()
  await expect(title(/week 47/)).toBeVisible()
  await page.getByRole('button', { name: 'Week after' }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(title(/week 47/)).toBeVisible()
  await page.getByText('Day', { exact: true }).click()
  await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Wednesday 18/)
  await page.getByRole('button', { name: 'Day after' }).click()
  await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Thursday 19/)
  await page.getByRole('button', { name: 'Day before' }).click()
  await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Wednesday 18/)
  await page.getByText('Week', { exact: true }).click()
  await expect(grid(page)).toBeVisible()
})

test('the timetable is printed', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await enterAs(page)
  await expect(lesson(page, /./).first()).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
})

test('on a shared computer nothing of a person stays after they signed out', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/new')
  await page.getByLabel('Task').fill('Half a sentence')
  await expect(page.getByText(/^Draft (?:saved|kept)/)).toBeVisible()
  await page.keyboard.press('Escape')
  await openAccount(page)
  const shared = page.getByRole('menuitemcheckbox', { name: /^Shared computer/ })
  await shared.click()
  await openAccount(page)
  await expect(shared).toBeChecked()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out and lose this?' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toHaveCount(0)
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
  const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(left).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).filter(key => /:1:/.test(key)))).toEqual([])
})

test('a class is not added after all', async ({ page }) => {
  await enterAs(page)
  const form = page.getByRole('dialog', { name: 'Add a class by its number' })
  for (const way of ['Cancel', 'Close']) {
    await page.getByRole('button', { name: 'Class 8b' }).click()
    await page.getByRole('menuitem', { name: 'Add a class by its number' }).click()
    await form.getByRole('button', { name: way }).click()
    await expect(form).toHaveCount(0)
  }
})

test('the switch of classes has a name while its classes come', async ({ page }) => {
  let goOn = () => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route(/memberships/, async route => {
    await held
    await route.continue()
  })
  await enterAs(page)
  const rail = page.getByRole('navigation', { name: 'Screens' })
  await expect(rail.getByRole('button', { name: 'Switch class' })).toBeVisible()
  goOn()
  await expect(rail.getByRole('button', { name: 'Class 8b' })).toBeVisible()
})

test('the first stop of the keyboard leads past the rail into the content', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  await expect(page.getByRole('link', { name: 'Fractions p. 42', exact: true })).toBeVisible()
  const before = page.url()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(new URL(before).pathname)
})

test('an application that names nothing gets what it got before, which is shown first', async ({ page }) => {
  await page.goto('/auth/oauth2/authorize?client_id=staffroom&state=x')
  await page.getByLabel('Login name').fill('albrecht')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in to see it' }).click()
  await expect(page.getByText('You allowed this before; it asks for nothing more:')).toBeVisible()
  await expect(page.getByText('Read and send messages')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  // It leads back to the application, which did not begin this.
  await expect(page.getByRole('alert')).toContainText('was not started here')
})

test('on a phone the list of classes leads to the one that is tapped', async ({ page }) => {
  await enterAs(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/classes/1/timetable')
  await page.getByRole('button', { name: 'Class 8b' }).click()
  await page.getByRole('menuitemradio', { name: 'Class 6c' }).click()
  await expect(page.getByRole('button', { name: 'Class 6c' })).toBeVisible()
  await expect(page).not.toHaveURL(/classes\/1\//)
})
