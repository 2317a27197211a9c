import type { BrowserContext, Page } from '@playwright/test'

/**
 * Opens a tab without BroadcastChannel. Like a frozen tab, it exchanges no messages, so its drafts can
 * conflict.
 */
export async function openIsolatedTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel')
  })
  return page
}

/** Makes this tab the owner of a read-only draft. */
export const continueHereButton = (tab: Page) => tab.getByRole('button', { name: 'Continue here' })

/** The draft of another tab, or a replaced text. */
export const readOnlyText = (tab: Page, text: string) => tab.getByRole('blockquote').filter({ hasText: text })
