import type { Page } from '@playwright/test'
import { followTo } from '../followTo.ts'
import { waitUntilIdle } from '../waitUntilIdle.ts'

export type Shot = {
  name: string
  login: string | undefined
  take: (page: Page) => Promise<void>
  language?: string
  /** With the classes, chats and files with faults. */
  faults?: true
}

export const heading = (page: Page, name: RegExp) => page.getByRole('heading', { name }).first().waitFor()
export const timetable = async (page: Page) => {
  await page.locator('[data-lesson]').first().waitFor()
  await waitUntilIdle(page)
}
export const open = (path: string) => async (page: Page) => {
  await followTo(page, path)
  await timetable(page)
}

export { waitUntilIdle }
/** Opens a page, and waits for its heading and requests. */
export const titled = (path: string, title: RegExp) => async (page: Page) => {
  await followTo(page, path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await waitUntilIdle(page)
}
export const dialog = (page: Page) => page.getByRole('dialog').waitFor()
