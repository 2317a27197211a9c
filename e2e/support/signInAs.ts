import { expect, type Page } from '@playwright/test'
import { type Login, nameOf, password } from './people.ts'
import { addSessionCookie } from './sessions.ts'

export async function allowOnAuthorizePage(page: Page, login: Login): Promise<void> {
  // During a renewal, the page behind the form may have the same labels. The form is last.
  await page.getByLabel('Login name').last().fill(login)
  await page.getByLabel('Password', { exact: true }).last().fill(password)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
}

/** The text of the button is different in the demo. */
export const passwordButton = (page: Page) =>
  page.getByRole('button', { name: /^(?:Continue|Sign in with a password)/ })

/** Button for one-click sign-in. */
export const madeUpPerson = (page: Page, login: Login) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: nameOf(login) })

/** Kern has no access to class 8b. */
const getStart = (login: Login) => (login === 'kern' ? '/' : '/classes/1/timetable')

/** Signs in through all pages. */
export async function signInAs(page: Page, login: Login = 'albrecht', to = getStart(login)): Promise<void> {
  await page.goto(to)
  await passwordButton(page).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your school account' })).toBeVisible()
  await allowOnAuthorizePage(page, login)
  await expect(accountButton(page, login)).toBeVisible()
}

/** Opens a URL with the session of the template. The demo has no template, so it signs in through all pages. */
export async function enterAs(page: Page, login: Login = 'albrecht', to = getStart(login)): Promise<void> {
  if (!(await addSessionCookie(page.context(), login))) return signInAs(page, login, to)
  await page.goto(to)
  await expect(accountButton(page, login)).toBeVisible()
}

/** Role menus on Access contain names, too. */
export const accountButton = (page: Page, login: Login) =>
  page
    .getByRole('button', { name: new RegExp(`^(?!Role|Rolle).*${nameOf(login)}`) })
    .and(page.locator('[aria-haspopup="menu"]'))

export const grid = (page: Page) => page.getByRole('table', { name: /^Timetable of the week/ })

export const lesson = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name })
