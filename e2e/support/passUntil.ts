import { type BrowserContext, expect } from '@playwright/test'
import { type Host, pass } from './fixtures.ts'

/**
 * Advances the clocks of the school and the pages until `isSo` returns true. Fails after 90 s. The clocks run five
 * times as fast as real time. Faster, late responses on a busy machine would count as lost. `step` is in ms: use a
 * larger one for requests that never get a response.
 */
export async function passUntil(
  context: BrowserContext,
  host: Pick<Host, 'clock'>,
  isSo: () => boolean | Promise<boolean>,
  step = 2000,
): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await isSo()) return true
        await pass(context, host, step)
        return false
      },
      { timeout: 90_000, intervals: [400] },
    )
    .toBe(true)
}
