import type { Page } from '@playwright/test'

/**
 * Opens a screen of the running app without loading the page again, as users do: by a visible link to it, or by its
 * address through the router if the current screen has no such link.
 */
export async function followTo(page: Page, to: string): Promise<void> {
  const link = page.locator(`a[href="${to}"]:visible`).first()
  if (await link.isVisible()) {
    await link.click()
    // Leave the row that the pointer is over now.
    await page.mouse.move(0, 0)
  } else {
    await page.evaluate(address => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  }
  // A screen may add to its address, for example the first pupil.
  await page.waitForURL(({ pathname }) => pathname.startsWith(new URL(to, page.url()).pathname))
}
