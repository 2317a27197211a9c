import { expect, type Page } from '@playwright/test'
import { type Login, password } from './people.ts'

/** The form requires the password. */
export async function fillToken(page: Page, name: string, login: Login = 'albrecht'): Promise<void> {
  await page.getByLabel('What is it for?').fill(name)
  await page.getByLabel('Login name').fill(login)
  await page.getByLabel('Password').fill(password)
}

/** Also closes the dialog that shows the token. */
export async function createToken(page: Page, name: string, login?: Login): Promise<void> {
  await fillToken(page, name, login)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: `Revoke ${name}` })).toBeVisible()
}
