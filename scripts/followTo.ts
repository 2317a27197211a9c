import type { Page } from '@playwright/test'

/**
 * Opens a screen of the running app without a page load, as users do. Clicks a visible link, or uses the router if the
 * current screen has no link to it.
 */
export async function followTo(page: Page, to: string): Promise<void> {
  const link = page.locator(`a[href="${to}"]:visible`).first()
  if (await link.isVisible()) {
    await link.click()
    // Move the pointer away from the row below it.
    await page.mouse.move(0, 0)
  } else {
    await page.evaluate(address => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  }
  // A screen may extend its address, e.g. by the first pupil.
  await page.waitForURL(({ pathname }) => pathname.startsWith(new URL(to, page.url()).pathname))
}
