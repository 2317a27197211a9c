import type { Page } from '@playwright/test'
import { type Login, password } from '../support/people.ts'

/** The monkey sometimes signs out with the keyboard, in either language. */
export async function signInAgain(page: Page, login: Login): Promise<void> {
  await page
    .getByRole('button', { name: /^(?:Continue|Weiter|Sign in with a password|Mit Passwort)/ })
    .click()
  await page.locator('input[autocomplete="username"]').fill(login)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('button[type="submit"]').first().click()
  await page.waitForURL(/\/(?:classes|chats|settings|nowhere)/)
}
