import { expect, type Page } from '@playwright/test'
import { type Login, nameOf, password } from './people.ts'
import { takeSession } from './sessions.ts'

/** Fills in the authorize page and allows. */
export async function allowAs(page: Page, login: Login): Promise<void> {
  // When a session is renewed, the page below the form may have a field with the same label. The last field is in front.
  await page.getByLabel('Login name').last().fill(login)
  await page.getByLabel('Password', { exact: true }).last().fill(password)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
}

/** Button of the sign-in page that opens the password form. Its text is different in the demo. */
export const toPassword = (page: Page) =>
  page.getByRole('button', { name: /^(?:Continue|Sign in with a password)/ })

/** Button of a made-up person, which signs in with one click, on the sign-in page and on the authorize page. */
export const madeUpPerson = (page: Page, login: Login) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: nameOf(login) })

/** Signs in through all pages, from the start page to the first screen. */
export async function signInAs(page: Page, login: Login = 'albrecht', to = '/'): Promise<void> {
  await page.goto(to)
  await toPassword(page).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your school account' })).toBeVisible()
  await allowAs(page, login)
  await expect(accountOf(page, login)).toBeVisible()
}

/**
 * Opens a URL with an existing session, for tests that are not about signing in. Signing in costs three page loads and
 * a slow password check. On the Node host the session is part of the template. On the demo, signs in through all pages.
 */
export async function enterAs(page: Page, login: Login = 'albrecht', to = '/'): Promise<void> {
  if (!(await takeSession(page.context(), login))) return signInAs(page, login, to)
  await page.goto(to)
  await expect(accountOf(page, login)).toBeVisible()
}

/** The button of the account menu, which shows who is signed in. The menus of roles on Access contain names, too. */
export const accountOf = (page: Page, login: Login) =>
  page
    .getByRole('button', { name: new RegExp(`^(?!Role|Rolle).*${nameOf(login)}`) })
    .and(page.locator('[aria-haspopup="menu"]'))

export const grid = (page: Page) => page.getByRole('table', { name: /^Timetable of the week/ })

/** Button of a lesson in the week or the day, by its accessible name. */
export const lesson = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name })
