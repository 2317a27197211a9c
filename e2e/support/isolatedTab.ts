import type { BrowserContext, Page } from '@playwright/test'

/** Opens a tab without BroadcastChannel, like a frozen tab, so that its drafts can conflict. */
export async function openIsolatedTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel')
  })
  return page
}

export const continueHereButton = (tab: Page) => tab.getByRole('button', { name: 'Continue here' })

/** The draft of another tab, or a replaced text. */
export const readOnlyText = (tab: Page, text: string) => tab.getByRole('blockquote').filter({ hasText: text })
