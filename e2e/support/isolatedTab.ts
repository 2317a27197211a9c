import type { BrowserContext, Page } from '@playwright/test'

/**
 * Opens a tab without BroadcastChannel. Like a frozen tab, it receives no messages from other tabs and sends none, so
 * its drafts can conflict with theirs.
 */
export async function openDeafTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel')
  })
  return page
}

/** Button of a read-only draft, which makes this tab the owner of the draft. */
export const goOn = (tab: Page) => tab.getByRole('button', { name: 'Continue here' })

/** Read-only text in a tab: the draft of another tab, or a text that was replaced. */
export const textToRead = (tab: Page, text: string) => tab.getByRole('blockquote').filter({ hasText: text })
