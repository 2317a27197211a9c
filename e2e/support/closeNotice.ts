import { expect, type Locator } from '@playwright/test'

/** A notice may disappear by itself before the click. */
export async function closeNotice(notice: Locator, button: Locator): Promise<void> {
  await expect(notice).toBeVisible()
  await expect(async () => {
    if ((await notice.count()) > 0) await button.click({ timeout: 2000 })
    await expect(notice).toHaveCount(0, { timeout: 2000 })
  }).toPass()
}
