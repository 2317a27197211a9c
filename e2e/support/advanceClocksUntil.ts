import { type BrowserContext, expect } from '@playwright/test'
import { advanceClocks, type Host } from './fixtures.ts'

/**
 * Advances the clocks five times as fast as real time. Fails after 90 s. Use a larger `step` (ms) for
 * requests without a response.
 */
export async function advanceClocksUntil(
  context: BrowserContext,
  host: Pick<Host, 'clock'>,
  condition: () => boolean | Promise<boolean>,
  step = 2000,
): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await condition()) return true
        await advanceClocks(context, host, step)
        return false
      },
      { timeout: 90_000, intervals: [400] },
    )
    .toBe(true)
}
