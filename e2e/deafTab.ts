import type { BrowserContext, Page } from '@playwright/test'

/** A tab that hears nothing of the others, as one that slept: what is written there and here at once becomes two versions. */
export async function openDeafTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel')
  })
  return page
}
