import type { Locator, Page } from '@playwright/test'

/** `title` is the whole text of the homework. */
export const rowMenuButton = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `More for “${title}”`, exact: true })

type RowAction = 'Change' | 'Access' | 'Use again' | 'Remove from this list'

export async function chooseInRowMenu(page: Page, title: string, action: RowAction): Promise<void> {
  await rowMenuButton(page, title).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
