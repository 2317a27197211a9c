import { type BrowserContext, expect } from '@playwright/test'
import { type Host, pass } from './fixtures.ts'

/**
 * Lets time pass for school and pages until it is so; fails after some minutes of theirs. Five times as fast as real time
 * and no faster: else what a busy machine answers late counts as never answered. A larger `step`, in ms, is for what is
 * never answered.
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
