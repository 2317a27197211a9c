import { expect, type Page } from '@playwright/test'
import { takeSession } from './lentSessions.ts'
import { type Login, nameOf, password } from './people.ts'

/** Fills in the authorize page and allows. */
export async function allowAs(page: Page, login: Login): Promise<void> {
  // Asked over the work, where a field of the page may have the same label: the last is the one in front.
  await page.getByLabel('Login name').last().fill(login)
  await page.getByLabel('Password', { exact: true }).last().fill(password)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
}

/** The button of the sign-in page that leads to login name and password. The demo has another text on it. */
export const toPassword = (page: Page) =>
  page.getByRole('button', { name: /^(?:Continue|Sign in with a password)/ })

/** The row of a made-up person, which signs in with one click: on the sign-in page and on the authorize page. */
export const madeUpPerson = (page: Page, login: Login) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: nameOf(login) })

/** The whole way a person goes, from the start page to the first screen. */
export async function signInAs(page: Page, login: Login = 'albrecht', to = '/'): Promise<void> {
  await page.goto(to)
  await toPassword(page).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your school account' })).toBeVisible()
  await allowAs(page, login)
  await expect(accountOf(page, login)).toBeVisible()
}

/**
 * Opens an address as somebody who signed in a while ago: for tests that are not about signing in, since the whole way
 * costs three loads of the app and a slow check of the password. Before the Node host, of whose school each test has a
 * copy, the session is in the copy; elsewhere it is the whole way.
 */
export async function enterAs(page: Page, login: Login = 'albrecht', to = '/'): Promise<void> {
  if (!(await takeSession(page.context(), login))) return signInAs(page, login, to)
  await page.goto(to)
  await expect(accountOf(page, login)).toBeVisible()
}

/** The button of the account menu, which shows who is signed in. */
export const accountOf = (page: Page, login: Login) =>
  page
    .getByRole('button', { name: new RegExp(`^.*${nameOf(login)}`) })
    .and(page.locator('[aria-haspopup="menu"]'))

export const grid = (page: Page) => page.getByRole('table', { name: /^Timetable of the week/ })

/** A lesson of the week or the day, by the start of what is read out. */
export const lesson = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name })
