import type { BrowserContext, Page } from '@playwright/test'

/**
 * A tab that hears nothing of the others and tells them nothing, as one that slept: it notices only by the first letter
 * that another tab writes.
 */
export async function openDeafTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel')
  })
  return page
}

/** The way on in a tab that shows what another one writes. */
export const goOn = (tab: Page) => tab.getByRole('button', { name: 'Continue here' })

/** A text that a tab shows to be read: of the tab that writes, or one that came too late. */
export const textToRead = (tab: Page, text: string) => tab.getByRole('blockquote').filter({ hasText: text })
