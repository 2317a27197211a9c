import type { Page } from '@playwright/test'

/** Opens a screen without a page load: by a visible link, otherwise by the router. */
export async function followTo(page: Page, to: string): Promise<void> {
  const link = page.locator(`a[href="${to}"]:visible`).first()
  if (await link.isVisible()) {
    await link.click()
    // So that the pointer does not hover over a row.
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
