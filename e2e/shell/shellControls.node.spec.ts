import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { password } from '../support/people.ts'
import { accountButton, enterAs, grid, lesson, madeUpPerson } from '../support/signInAs.ts'

test.describe.configure({ timeout: 240_000 })

/** Opens the account menu, which a choice of language or theme leaves open. */
const openAccount = async (page: Page) => {
  if (!(await page.getByRole('menu').isVisible())) await accountButton(page, 'albrecht').click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const html = (page: Page) => page.locator('html')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('signed out: language, theme, scopes, made-up people', async ({ page }) => {
  await test.step('sets language and theme', async () => {
    await page.goto('/sign-in')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await expect(page.getByRole('heading', { name: 'Mit dem Schulkonto anmelden' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
    await expect(page.getByRole('heading', { name: 'Sign in with your school account' })).toBeVisible()
  })

  await test.step('shows the earlier consent without scopes', async () => {
    await page.goto('/auth/oauth2/authorize?client_id=staffroom&state=x')
    await page.getByLabel('Login name').fill('albrecht')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in to see it' }).click()
    await expect(page.getByText('You allowed this before; it asks for nothing more:')).toBeVisible()
    await expect(page.getByText('Read and send messages')).toBeVisible()
    await page.getByRole('button', { name: 'Sign in and allow' }).click()
    // The app did not start this sign-in, so it rejects the redirect.
    await expect(page.getByRole('alert')).toContainText('was not started here')
  })

  await test.step('one click on a made-up person signs in', async () => {
    await page.goto('/sign-in?to=/settings/tokens')
    await madeUpPerson(page, 'albrecht').click()
    await expect(accountButton(page, 'albrecht')).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/tokens$/)
    await accountButton(page, 'albrecht').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByLabel('Login name')).toBeFocused()
    await madeUpPerson(page, 'sommer').click()
    await expect(accountButton(page, 'sommer')).toBeVisible()
  })
})

test('account menu: language, theme, shortcuts, tokens, sign-out', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page)

  await test.step('persists language and theme', async () => {
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
    await page.emulateMedia({ colorScheme: null })
  })

  await test.step('lists shortcuts and disables them', async () => {
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
  })

  await test.step('creates, copies and revokes a token', async () => {
    await openAccount(page)
    await page.getByRole('menuitem', { name: 'Personal access tokens' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Personal access tokens' })).toBeVisible()
    await page.getByLabel('What is it for?').fill('Points into a sheet')
    await page.getByRole('checkbox', { name: /^The classes you belong to/ }).check()
    await page.getByLabel('Login name').fill('albrecht')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByLabel('The new token').click()
    const token = await page.getByLabel('The new token').inputValue()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke Points into a sheet' }).click()
    await expect(page.getByText('Token “Points into a sheet” is revoked.')).toBeVisible()
  })

  await test.step('removes all user data at sign-out on a shared computer', async () => {
    await page.goto('/classes/1/homework/new')
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
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(databases).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage).filter(key => /:1:/.test(key)))).toEqual([])
  })
})

test('navigation: classes, skip link, rail, phone bar', async ({ page }) => {
  const rail = page.getByRole('navigation', { name: 'Screens' })

  await test.step('the class switcher has a name while loading', async () => {
    const memberships = /memberships/
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(memberships, async route => {
      await released
      await route.continue()
    })
    await enterAs(page, 'albrecht', '/classes/1/homework')
    await expect(rail.getByRole('button', { name: 'Switch class' })).toBeVisible()
    release()
    await expect(rail.getByRole('button', { name: 'Class 8b' })).toBeVisible()
    await page.unroute(memberships)
  })

  await test.step('the skip link is first and focuses the content', async () => {
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

  await test.step('the rail opens every screen', async () => {
    for (const [name, title] of [
      ['Files', 'Files'],
      ['Homework', 'Homework'],
      ['Access', 'Access'],
      ['Timetable', 'Timetable'],
    ] as const) {
      await rail.getByRole('link', { name }).click()
      await expect(heading(page, title)).toBeVisible()
    }
  })

  await test.step('cancels adding a class', async () => {
    const form = page.getByRole('dialog', { name: 'Add a class by its number' })
    for (const button of ['Cancel', 'Close']) {
      await page.getByRole('button', { name: 'Class 8b' }).click()
      await page.getByRole('menuitem', { name: 'Add a class by its number' }).click()
      await form.getByRole('button', { name: button }).click()
      await expect(form).toHaveCount(0)
    }
  })

  await test.step('the bar of a phone opens screens, also from its menu', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page
      .getByRole('link', { name: /^Chats/ })
      .filter({ visible: true })
      .click()
    await expect(heading(page, 'Chats')).toBeVisible()
    await page.getByRole('button', { name: 'More screens', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Files' }).click()
    await expect(heading(page, 'Files')).toBeVisible()
    const more = page.getByRole('button', { name: 'More screens, Files is open' })
    await more.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Files' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
  })

  await test.step('the class switcher opens another class on a phone', async () => {
    await page.getByRole('link', { name: 'Timetable', exact: true }).filter({ visible: true }).click()
    await expect(heading(page, 'Timetable')).toBeVisible()
    await page.getByRole('button', { name: 'Class 8b' }).click()
    await page.getByRole('menuitemradio', { name: 'Class 6c' }).click()
    await expect(page.getByRole('button', { name: 'Class 6c' })).toBeVisible()
    await expect(page).not.toHaveURL(/classes\/1\//)
  })
})

test('timetable: weeks and days, print, lesson card', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await enterAs(page)
  const title = (name: RegExp) => page.getByRole('heading', { level: 2, name })

  await test.step('changes week, day and view', async () => {
    await expect(grid(page)).toBeVisible()
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

  await test.step('prints', async () => {
    await expect(lesson(page, /./).first()).toBeVisible()
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  })

  await test.step('the lesson card links to subject and homework', async () => {
    const card = page.getByRole('dialog', { name: /^Maths, / })
    await lesson(page, /^Maths.*Note/)
      .first()
      .click()
    await card.getByRole('link', { name: 'Maths', exact: true }).click()
    await expect(heading(page, 'Maths')).toBeVisible()
    await page.goBack()
    await expect(title(/week 47/)).toBeVisible()
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(title(/week 48/)).toBeVisible()
    await lesson(page, /^Maths/)
      .first()
      .click()
    await card.getByRole('link', { name: /^Fractions p\. 45/ }).click()
    await expect(page.getByRole('complementary', { name: 'Pupils' })).toBeVisible()
  })
})
