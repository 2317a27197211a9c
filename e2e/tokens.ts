import { expect, type Page } from '@playwright/test'
import { type Login, password } from './people.ts'

/** What is typed to make a personal token, which takes the password again. */
export async function fillToken(page: Page, name: string, login: Login = 'albrecht'): Promise<void> {
  await page.getByLabel('What is it for?').fill(name)
  await page.getByLabel('Login name').fill(login)
  await page.getByLabel('Password').fill(password)
}

/** Makes one on the page of tokens, which must be open, and puts it away. */
export async function makeToken(page: Page, name: string, login?: Login): Promise<void> {
  await fillToken(page, name, login)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: `Revoke ${name}` })).toBeVisible()
}
