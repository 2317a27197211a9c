import { expect, type Locator } from '@playwright/test'

/**
 * Waits for a notice and closes it. It disappears by itself after ten seconds, so on a busy machine it may be gone before
 * the click.
 */
export async function closeNotice(notice: Locator, button: Locator): Promise<void> {
  await expect(notice).toBeVisible()
  await expect(async () => {
    if ((await notice.count()) > 0) await button.click({ timeout: 2000 })
    await expect(notice).toHaveCount(0, { timeout: 2000 })
  }).toPass()
}
