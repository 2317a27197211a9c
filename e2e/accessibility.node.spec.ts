import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectFitting } from './fitting.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { correctingScreens } from './screens/correctingScreens.ts'
import { publicScreens } from './screens/publicScreens.ts'
import { signedInScreens } from './screens/signedInScreens.ts'
import type { Visit } from './screens/visit.ts'
import { enterAs } from './signInAs.ts'

/** Sees each screen once. What fits, and what does not, is a matter of phones (phone.node.spec.ts has a narrower one). */
async function walk(page: Page, screens: readonly Visit[], narrow: boolean): Promise<void> {
  for (const { state, go } of screens) {
    await test.step(state, async () => {
      await go(page)
      if (narrow) await expectFitting(page, state)
      await expectAccessible(page, state)
    })
  }
}

for (const { narrow, ...size } of [
  { width: 1280, height: 800, narrow: false },
  { width: 360, height: 740, narrow: true },
]) {
  const nothing = narrow ? 'axe finds nothing and nothing scrolls sideways' : 'axe finds nothing'
  test.describe(`at ${size.width} by ${size.height}`, () => {
    test.use({ viewport: size })

    test(`${nothing} before the sign-in`, async ({ page, guard }) => {
      test.setTimeout(120_000)
      guard.allow(statusLines(400, 404))
      await walk(page, publicScreens, narrow)
    })

    test(`${nothing} on any screen`, async ({ page, guard }) => {
      test.setTimeout(600_000)
      guard.allow(statusLines(404))
      await page.setViewportSize({ width: 1280, height: 800 })
      await enterAs(page, 'kern')
      await page.setViewportSize(size)
      await walk(page, signedInScreens, narrow)
    })

    test(`${nothing} while correcting`, async ({ page }) => {
      test.setTimeout(600_000)
      await page.setViewportSize({ width: 1280, height: 800 })
      await enterAs(page, 'albrecht')
      await page.setViewportSize(size)
      await walk(page, correctingScreens, narrow)
    })
  })
}
