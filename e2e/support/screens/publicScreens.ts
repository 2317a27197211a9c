import { expect, type Page } from '@playwright/test'
import { expectHeading, type Visit } from './visit.ts'

/** Without a session. */
export const publicScreens: Visit[] = [
  { state: 'sign-in', go: page => signInPage(page, '/sign-in') },
  ...['declined', 'expired', 'mismatch', 'failed'].map(notice => ({
    state: `sign-in, ${notice}`,
    go: async (page: Page) => {
      await signInPage(page, `/sign-in?notice=${notice}`)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  })),
  {
    state: 'authorize',
    go: async page => {
      await signInPage(page, '/sign-in')
      await page.getByRole('button', { name: /^(?:Continue|Weiter)/ }).click()
      await expectHeading(page, 1, /^(?:Sign in to your|Beim Schulkonto) /)
      await page.getByRole('button', { name: /^(?:Sign in and allow|Anmelden und erlauben)$/ }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    state: 'authorize, refused',
    go: async page => {
      await page.goto('/auth/oauth2/authorize?client_id=nobody')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
]

async function signInPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectHeading(page, 1, /^(?:Sign in with your|Mit dem Schulkonto) /)
}
