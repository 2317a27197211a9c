import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { correctingScreens, publicScreens, signedInScreens } from './screens.ts'
import { signInAs } from './signInAs.ts'

for (const size of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test.describe(`at ${size.width} by ${size.height}`, () => {
    test.use({ viewport: size })

    test('axe finds nothing before the sign-in', async ({ page, guard }) => {
      test.setTimeout(120_000)
      guard.allow(statusLines(400, 404))
      for (const { state, go } of publicScreens) {
        await test.step(state, async () => {
          await go(page)
          await expectAccessible(page, state)
        })
      }
    })

    test('axe finds nothing on any screen', async ({ page, guard }) => {
      test.setTimeout(600_000)
      guard.allow(statusLines(404))
      await page.setViewportSize({ width: 1280, height: 800 })
      await signInAs(page, 'kern')
      await page.setViewportSize(size)
      for (const { state, go } of signedInScreens) {
        await test.step(state, async () => {
          await go(page)
          await expectAccessible(page, state)
        })
      }
    })

    test('axe finds nothing while correcting', async ({ page }) => {
      test.setTimeout(600_000)
      await page.setViewportSize({ width: 1280, height: 800 })
      await signInAs(page, 'albrecht')
      await page.setViewportSize(size)
      for (const { state, go } of correctingScreens) {
        await test.step(state, async () => {
          await go(page)
          await expectAccessible(page, state)
        })
      }
    })
  })
}
